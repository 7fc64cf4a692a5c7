//go:build !js

package series

import (
	"io"
	"reflect"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// The footer is the one that the Parquet library writes for Row, with the same metadata.
func TestSchemaIsOfRow(t *testing.T) {
	out := parquet.NewGenericWriter[Row](io.Discard, parquet.CreatedBy("twophase", schemaVersion, "parquet-go"),
		parquet.KeyValueMetadata("twophase.schema", schemaVersion), parquet.KeyValueMetadata("twophase.writer", "twophase/recorder"),
		parquet.KeyValueMetadata("twophase.requests", "weights"), parquet.KeyValueMetadata("twophase.parts", "lateral"),
		parquet.KeyValueMetadata("twophase.circuit", "{}"))
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	got := footerOf(Description{Requests: "weights", Parts: "lateral"}, "{}", columnCount)
	if want := *out.File().Metadata(); !reflect.DeepEqual(got, want) {
		t.Errorf("footer\n%+v\nwant\n%+v", got, want)
	}

	without := footerOf(Description{Requests: "weights"}, "", columnHebbian)
	if root := without.Schema[0]; root.Name != "rowWithoutParts" || root.NumChildren.V != columnHebbian || len(without.Schema) != 1+columnHebbian || len(without.ColumnOrders) != columnHebbian {
		t.Errorf("without parts: %+v", without)
	}
	for i, element := range without.Schema[1:] {
		if !reflect.DeepEqual(element, got.Schema[1+i]) {
			t.Errorf("column %d without parts: %+v", i, element)
		}
	}
}
