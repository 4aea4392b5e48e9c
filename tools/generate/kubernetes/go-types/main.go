// Command go-types prints, as JSON, what Go knows about the Kubernetes API types and no document says: which fields are
// pointers, which are left out when empty, which are inlined, and their protobuf numbers.
package main

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

type fieldFacts struct {
	GoName    string `json:"goName"`
	JSONName  string `json:"jsonName"`
	Inline    bool   `json:"inline,omitempty"`
	OmitEmpty bool   `json:"omitEmpty,omitempty"`
	OmitZero  bool   `json:"omitZero,omitempty"`
	Type      string `json:"type"`
	Protobuf  string `json:"protobuf,omitempty"`
}

type typeFacts struct {
	// Underlying is set for named types that are no structs.
	Underlying string       `json:"underlying,omitempty"`
	Fields     []fieldFacts `json:"fields,omitempty"`
}

type facts struct {
	Kinds map[string]string    `json:"kinds"`
	Types map[string]typeFacts `json:"types"`
}

type collector struct{ types map[string]typeFacts }

func qualified(t reflect.Type) string {
	if t.PkgPath() == "" {
		return t.Name()
	}
	return t.PkgPath() + "." + t.Name()
}

func (c *collector) describe(t reflect.Type) string {
	if t.PkgPath() != "" {
		c.visit(t)
		return qualified(t)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + c.describe(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "[]" + c.describe(t.Elem())
	case reflect.Map:
		return "{" + c.describe(t.Key()) + "}" + c.describe(t.Elem())
	case reflect.Interface:
		return "any"
	default:
		return t.Kind().String()
	}
}

func (c *collector) underlying(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "[]" + c.describe(t.Elem())
	case reflect.Map:
		return "{" + c.describe(t.Key()) + "}" + c.describe(t.Elem())
	case reflect.Interface:
		return "any"
	default:
		return t.Kind().String()
	}
}

func (c *collector) visit(t reflect.Type) {
	name := qualified(t)
	if _, seen := c.types[name]; seen {
		return
	}
	c.types[name] = typeFacts{}
	if t.Kind() != reflect.Struct {
		c.types[name] = typeFacts{Underlying: c.underlying(t)}
		return
	}
	described := typeFacts{}
	for i := 0; i < t.NumField(); i++ {
		field := t.Field(i)
		if !field.IsExported() {
			continue
		}
		tag, tagged := field.Tag.Lookup("json")
		options := strings.Split(tag, ",")
		if options[0] == "-" || (!tagged && !field.Anonymous) {
			continue
		}
		one := fieldFacts{GoName: field.Name, JSONName: options[0], Type: c.describe(field.Type), Protobuf: field.Tag.Get("protobuf")}
		for _, option := range options[1:] {
			one.OmitEmpty = one.OmitEmpty || option == "omitempty"
			one.OmitZero = one.OmitZero || option == "omitzero"
		}
		one.Inline = field.Anonymous && options[0] == ""
		if options[0] == "" && !one.Inline {
			// An inlined named field, such as `Handler` of a probe in older versions.
			one.Inline = true
		}
		described.Fields = append(described.Fields, one)
	}
	c.types[name] = described
}

func main() {
	scheme := runtime.NewScheme()
	utilruntime.Must(clientgoscheme.AddToScheme(scheme))
	utilruntime.Must(apiextensionsv1.AddToScheme(scheme))
	utilruntime.Must(apiregistrationv1.AddToScheme(scheme))
	found := collector{types: map[string]typeFacts{}}
	all := facts{Kinds: map[string]string{}, Types: found.types}
	for gvk, t := range scheme.AllKnownTypes() {
		if gvk.Version == runtime.APIVersionInternal {
			continue
		}
		found.visit(t)
		all.Kinds[gvk.Group+"/"+gvk.Version+"/"+gvk.Kind] = qualified(t)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	utilruntime.Must(encoder.Encode(all))
}
