package jsonline

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A Raw value is already JSON.
type Raw []byte

var raw = reflect.TypeFor[Raw]()

// Value appends v as encoding/json does without HTML escapes: structs by their tags, lists, maps of texts,
// strings, booleans, fractions from 10^-6 to 10^21, and pointers and interfaces to these. Integers
// beyond 2^53 are strings. It panics on anything else.
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
		return Int(dst, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return Uint(dst, v.Uint())
	case reflect.Float64:
		return strconv.AppendFloat(dst, v.Float(), 'f', -1, 64)
	case reflect.Struct:
		return append(fields(append(dst, '{'), v), '}')
	case reflect.Map:
		if v.IsNil() {
			return append(dst, "null"...)
		}
		names := v.MapKeys()
		slices.SortFunc(names, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		dst = append(dst, '{')
		for i, name := range names {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = value(append(String(dst, name.String()), ':'), v.MapIndex(name))
		}
		return append(dst, '}')
	case reflect.Pointer, reflect.Interface:
		return value(dst, v.Elem()) // the invalid Value if nil
	case reflect.Slice:
		if v.IsNil() {
			return append(dst, "null"...)
		}
		if v.Type() == raw {
			return append(dst, v.Bytes()...)
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
	}
	panic(fmt.Sprintf("jsonline: there is no way to write a %s", v.Type()))
}

func fields(dst []byte, v reflect.Value) []byte {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch at := v.Field(i); {
		case f.Anonymous:
			dst = fields(dst, at)
		case option == "omitempty" && empty(at), option == "omitzero" && empty(at) && (at.Kind() != reflect.Slice || at.IsNil()):
		case name == "":
			dst = value(key(dst, f.Name), at)
		default:
			dst = value(key(dst, name), at)
		}
	}
	return dst
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String, reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Bool:
		return !v.Bool()
	case reflect.Pointer, reflect.Interface:
		return v.IsNil()
	case reflect.Int:
		return v.Int() == 0
	case reflect.Uint64:
		return v.Uint() == 0
	}
	panic(fmt.Sprintf("jsonline: a %s is never left out", v.Type()))
}
