package jsonline

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A Raw value is JSON already.
type Raw []byte

// Value appends v as encoding/json does without HTML escapes: structs by the tags of their fields,
// maps with strings as keys, lists, texts, whole numbers, flags, and pointers and interfaces to them.
// It panics where v has anything else, which is a mistake in the program.
func Value(dst []byte, v any) []byte { return value(dst, reflect.ValueOf(v)) }

func value(dst []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Invalid:
		return append(dst, "null"...)
	case reflect.String:
		return String(dst, v.String())
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(dst, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(dst, v.Uint(), 10)
	case reflect.Struct:
		return append(fields(append(dst, '{'), v), '}')
	case reflect.Pointer, reflect.Interface:
		return value(dst, v.Elem()) // which is no value where it is nil
	case reflect.Slice:
		if v.IsNil() {
			return append(dst, "null"...)
		}
		if raw, ok := v.Interface().(Raw); ok {
			return append(dst, raw...)
		}
		fallthrough
	case reflect.Array:
		dst = append(dst, '[')
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = value(dst, v.Index(i))
		}
		return append(dst, ']')
	case reflect.Map:
		if v.IsNil() {
			return append(dst, "null"...)
		}
		dst = append(dst, '{')
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, k := range keys {
			dst = value(key(dst, k.String()), v.MapIndex(k))
		}
		return append(dst, '}')
	}
	panic(fmt.Sprintf("jsonline: there is no way to write a %s", v.Type()))
}

// fields appends the members of a struct, those of embedded structs among them.
func fields(dst []byte, v reflect.Value) []byte {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch at := v.Field(i); {
		case f.Anonymous:
			dst = fields(dst, at)
		case option == "omitempty" && (at.IsZero() || at.Kind() == reflect.Slice && at.Len() == 0), option == "omitzero" && at.IsZero():
		case name == "":
			dst = value(key(dst, f.Name), at)
		default:
			dst = value(key(dst, name), at)
		}
	}
	return dst
}
