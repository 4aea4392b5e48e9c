package main

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
)

// shortCondition is a condition of either model in the short form of the vectors.
type shortCondition struct {
	Type       string `json:"t"`
	Status     string `json:"s"`
	Severity   string `json:"sev,omitempty"`
	Reason     string `json:"r"`
	Message    string `json:"m"`
	Generation int64  `json:"g,omitempty"`
	// Time is milliseconds since the epoch, or a word in an answer.
	Time any `json:"l,omitempty"`
}

// shortObject is an object in the short form of the vectors.
type shortObject struct {
	Kind         string           `json:"k"`
	Name         string           `json:"n"`
	ControlPlane bool             `json:"cp"`
	Generation   int64            `json:"gen"`
	Conditions   []shortCondition `json:"c"`
}

// object carries conditions of both models, as the library wants to see them.
type object struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	conditions []metav1.Condition
	severities clusterv1.Conditions
}

func (o *object) GetConditions() []metav1.Condition              { return o.conditions }
func (o *object) SetConditions(list []metav1.Condition)          { o.conditions = list }
func (o *object) GetV1Beta1Conditions() clusterv1.Conditions     { return o.severities }
func (o *object) SetV1Beta1Conditions(list clusterv1.Conditions) { o.severities = list }
func (o *object) DeepCopyObject() runtime.Object                 { c := *o; return &c }

func objectFrom(short shortObject) *object {
	o := &object{
		TypeMeta:   metav1.TypeMeta{Kind: short.Kind},
		ObjectMeta: metav1.ObjectMeta{Name: short.Name, Generation: short.Generation},
		conditions: conditionsFrom(short.Conditions),
		severities: severitiesFrom(short.Conditions),
	}
	if short.ControlPlane {
		o.Labels = map[string]string{clusterv1.MachineControlPlaneLabel: ""}
	}
	return o
}

func conditionFrom(c shortCondition) metav1.Condition {
	return metav1.Condition{
		Type:               c.Type,
		Status:             metav1.ConditionStatus(statusFrom(c.Status)),
		Reason:             c.Reason,
		Message:            c.Message,
		ObservedGeneration: c.Generation,
		LastTransitionTime: timeFrom(c.Time),
	}
}

func conditionsFrom(list []shortCondition) []metav1.Condition {
	conditions := make([]metav1.Condition, 0, len(list))
	for _, c := range list {
		conditions = append(conditions, conditionFrom(c))
	}
	return conditions
}

func severitiesFrom(list []shortCondition) clusterv1.Conditions {
	conditions := make(clusterv1.Conditions, 0, len(list))
	for _, c := range list {
		conditions = append(conditions, clusterv1.Condition{
			Type:               clusterv1.ConditionType(c.Type),
			Status:             corev1.ConditionStatus(statusFrom(c.Status)),
			Severity:           clusterv1.ConditionSeverity(c.Severity),
			Reason:             c.Reason,
			Message:            c.Message,
			LastTransitionTime: timeFrom(c.Time),
		})
	}
	return conditions
}

func statusFrom(letter string) string {
	switch letter {
	case "T":
		return "True"
	case "F":
		return "False"
	case "U":
		return "Unknown"
	}
	return letter
}

func letterFrom(status string) string {
	switch status {
	case "True", "False", "Unknown":
		return status[:1]
	}
	return status
}

func timeFrom(ms any) metav1.Time {
	if number, ok := ms.(float64); ok {
		return metav1.NewTime(time.UnixMilli(int64(number)).UTC())
	}
	return metav1.Time{}
}
