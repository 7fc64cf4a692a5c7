package strict

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Unmarshal is json.Unmarshal, but returns an error where a key occurs twice, at any depth, or is
// not that of a field of the struct, in the same case.
func Unmarshal(data []byte, v any) error {
	if json.Valid(data) {
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		if err := check(d, reflect.TypeOf(v)); err != nil {
			return err
		}
	}
	return json.Unmarshal(data, v)
}

// check reads the next value, which must be of type t, or of any type if t is nil.
func check(d *json.Decoder, t reflect.Type) error {
	begin, err := d.Token()
	if err != nil {
		return err
	}
	t = readByField(t)
	var seen []string
	switch begin {
	case json.Delim('['):
		for d.More() {
			if err := check(d, elementOf(t)); err != nil {
				return err
			}
		}
	case json.Delim('{'):
		for d.More() {
			token, err := d.Token()
			if err != nil {
				return err
			}
			key := token.(string)
			of, err := valueOf(t, key)
			switch {
			case err != nil:
				return err
			case slices.Contains(seen, key):
				return fmt.Errorf("key %q is there twice", key)
			}
			seen = append(seen, key)
			if err := check(d, of); err != nil {
				return err
			}
		}
	default:
		return nil
	}
	_, err = d.Token()
	return err
}

var (
	unmarshaler     = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// readByField returns the type behind pointers, or nil if it has its own UnmarshalJSON.
func readByField(t reflect.Type) reflect.Type {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || reflect.PointerTo(t).Implements(unmarshaler) || reflect.PointerTo(t).Implements(textUnmarshaler) {
		return nil
	}
	return t
}

// elementOf returns the type of the elements of a list, or nil.
func elementOf(t reflect.Type) reflect.Type {
	if t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
		return t.Elem()
	}
	return nil
}

// valueOf returns the type of the value of a key, or nil if it may be any. If there is no such key,
// it returns an error that lists the keys.
func valueOf(t reflect.Type, key string) (reflect.Type, error) {
	switch {
	case t != nil && t.Kind() == reflect.Map:
		return t.Elem(), nil
	case t == nil || t.Kind() != reflect.Struct:
		return nil, nil
	}
	var keys []string
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" || f.Anonymous && name == "" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		if name == key {
			return f.Type, nil
		}
		keys = append(keys, name)
	}
	if keys == nil {
		return nil, fmt.Errorf("there is no key %q: no key is known here", key)
	}
	return nil, fmt.Errorf("there is no key %q: choose %s", key, strings.Join(keys, ", "))
}
