package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
)

// A line of a journal is JSON with a checksum (CRC-32C) of its content:
//
//	{"crc32c":"89abcdef","journal":{…}}    the first
//	{"crc32c":"89abcdef","result":{…}}     each further one
const (
	lineStart   = `{"crc32c":"`
	sumDigits   = 8
	headerStart = `","journal":`
	resultStart = `","result":`
	pointStart  = `{"point":`
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// header names the sweep and the version of the results in a journal.
type header struct {
	Schema   int      `json:"schema"`
	Version  string   `json:"version"` // of twophase
	Plan     string   `json:"plan"`    // its hash
	Measures []string `json:"measures"`
}

// appendLine appends a line with v.
func appendLine(text []byte, start string, v any) ([]byte, error) {
	content, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	text = fmt.Appendf(text, "%s%08x%s", lineStart, crc32.Checksum(content, castagnoli), start)
	return append(append(text, content...), "}\n"...), nil
}

var errDamaged = errors.New("the line is damaged")

// content returns the content of a line without its newline, and its checksum. It returns an
// error if the line is not whole.
func content(line []byte, start string) ([]byte, uint32, error) {
	rest, ok := bytes.CutPrefix(line, []byte(lineStart))
	if !ok || len(rest) < sumDigits {
		return nil, 0, errDamaged
	}
	sum, err := strconv.ParseUint(string(rest[:sumDigits]), 16, 32)
	rest, ok = bytes.CutPrefix(rest[sumDigits:], []byte(start))
	rest, closed := bytes.CutSuffix(rest, []byte("}"))
	if err != nil || !ok || !closed || crc32.Checksum(rest, castagnoli) != uint32(sum) {
		return nil, 0, errDamaged
	}
	return rest, uint32(sum), nil
}

// pointOf returns the point of a result, without decoding the rest.
func pointOf(result []byte) (int, error) {
	rest, ok := bytes.CutPrefix(result, []byte(pointStart))
	digits, _, found := bytes.Cut(rest, []byte(","))
	if !ok || !found || len(digits) > 18 {
		return 0, errDamaged
	}
	return strconv.Atoi(string(digits))
}
