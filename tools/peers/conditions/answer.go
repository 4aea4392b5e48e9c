package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/util/conditions"
	"sigs.k8s.io/cluster-api/util/conditions/deprecated/v1beta1"
)

type mergeWish struct {
	Positive  *bool    `json:"positive"`
	Negative  []string `json:"neg"`
	Reasons   []string `json:"reasons"`
	Transform string   `json:"transform"`
}

type question struct {
	Op        string           `json:"op"`
	Type      string           `json:"type"`
	Target    string           `json:"target"`
	Objects   []shortObject    `json:"objs"`
	Object    shortObject      `json:"obj"`
	Condition shortCondition   `json:"cond"`
	Fallback  *shortCondition  `json:"fallback"`
	For       []string         `json:"for"`
	Negative  []string         `json:"neg"`
	Ignore    []string         `json:"ignore"`
	Override  []shortCondition `json:"override"`
	Merge     *mergeWish       `json:"merge"`
	Before    []shortCondition `json:"before"`
	After     []shortCondition `json:"after"`
	Latest    []shortCondition `json:"latest"`
	Force     bool             `json:"force"`
	Owned     []string         `json:"owned"`
	With      []string         `json:"with"`
	Step      *bool            `json:"step"`
	Only      []string         `json:"only"`
	Ref       bool             `json:"ref"`
}

type answer map[string]any

func answerLines(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20)
	writer := bufio.NewWriter(out)
	encoder := json.NewEncoder(writer)
	encoder.SetEscapeHTML(false)
	for lines.Scan() {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return fmt.Errorf("not a question: %w", err)
		}
		if err := encoder.Encode(answerTo(q)); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return writer.Flush()
}

func answerTo(q question) answer {
	started := time.Now().Truncate(time.Second)
	switch q.Op {
	case "aggregate":
		return merged(conditions.NewAggregateCondition(objectsFrom(q.Objects), q.Type, aggregateOptions(q)...))
	case "summary":
		return merged(conditions.NewSummaryCondition(objectFrom(q.Object), q.Target, summaryOptions(q)...))
	case "mirror":
		return merged(conditions.NewMirrorCondition(objectFrom(q.Object), q.Type, mirrorOptions(q)...), nil)
	case "set":
		target := objectFrom(q.Object)
		conditions.Set(target, conditionFrom(q.Condition))
		return answer{"list": shortConditions(target.conditions, started)}
	case "patch":
		return patched(q, started)
	case "v1patch":
		return severityPatched(q, started)
	case "v1summary":
		return severitySummary(q)
	case "v1aggregate":
		return severityAggregate(q)
	}
	return answer{"err": "no such operation: " + q.Op}
}

func merged(c *metav1.Condition, err error) answer {
	if err != nil {
		return answer{"err": err.Error()}
	}
	return answer{"cond": shortConditions([]metav1.Condition{*c}, time.Time{})[0]}
}

func objectsFrom(short []shortObject) []*object {
	objects := make([]*object, 0, len(short))
	for _, o := range short {
		objects = append(objects, objectFrom(o))
	}
	return objects
}

func aggregateOptions(q question) []conditions.AggregateOption {
	var options []conditions.AggregateOption
	if q.Target != "" {
		options = append(options, conditions.TargetConditionType(q.Target))
	}
	if q.Negative != nil {
		options = append(options, conditions.NegativePolarityConditionTypes(q.Negative))
	}
	if q.Merge != nil {
		options = append(options, conditions.CustomMergeStrategy{MergeStrategy: strategyFrom(*q.Merge)})
	}
	return options
}

func summaryOptions(q question) []conditions.SummaryOption {
	options := []conditions.SummaryOption{conditions.ForConditionTypes(q.For)}
	if q.Negative != nil {
		options = append(options, conditions.NegativePolarityConditionTypes(q.Negative))
	}
	if q.Ignore != nil {
		options = append(options, conditions.IgnoreTypesIfMissing(q.Ignore))
	}
	if q.Override != nil {
		var overrides conditions.OverrideConditions
		for _, c := range conditionsFrom(q.Override) {
			overrides = append(overrides, conditions.ConditionWithOwnerInfo{Condition: c})
		}
		options = append(options, overrides)
	}
	if q.Merge != nil {
		options = append(options, conditions.CustomMergeStrategy{MergeStrategy: strategyFrom(*q.Merge)})
	}
	return options
}

func strategyFrom(wish mergeWish) conditions.MergeStrategy {
	options := []conditions.DefaultMergeStrategyOption{
		conditions.GetPriorityFunc(conditions.GetDefaultMergePriorityFunc(wish.Negative...)),
		conditions.TargetConditionHasPositivePolarity(wish.Positive == nil || *wish.Positive),
	}
	if len(wish.Reasons) == 3 {
		reason := conditions.GetDefaultComputeMergeReasonFunc(wish.Reasons[0], wish.Reasons[1], wish.Reasons[2])
		options = append(options, conditions.ComputeReasonFunc(reason))
	}
	if wish.Transform == "lowercase" {
		options = append(options, conditions.SummaryMessageTransformFunc(func(entries []string) []string {
			for i := range entries {
				entries[i] = strings.ToLower(entries[i])
			}
			return entries
		}))
	}
	return conditions.DefaultMergeStrategy(options...)
}

func mirrorOptions(q question) []conditions.MirrorOption {
	var options []conditions.MirrorOption
	if q.Target != "" {
		options = append(options, conditions.TargetConditionType(q.Target))
	}
	if q.Fallback != nil {
		c := conditionFrom(*q.Fallback)
		options = append(options, conditions.FallbackCondition{Status: c.Status, Reason: c.Reason, Message: c.Message})
	}
	return options
}

var conflictText = regexp.MustCompile(`(?s)(conflict: ).*$`)

func patched(q question, started time.Time) answer {
	before, after := &object{conditions: conditionsFrom(q.Before)}, &object{conditions: conditionsFrom(q.After)}
	patch, err := conditions.NewPatch(before, after)
	if err != nil {
		return answer{"err": err.Error()}
	}
	ops := make([]string, 0, len(patch))
	for _, operation := range patch {
		changed := operation.After
		if changed == nil {
			changed = operation.Before
		}
		ops = append(ops, string(operation.Op)+":"+changed.Type)
	}
	latest := &object{conditions: conditionsFrom(q.Latest)}
	options := []conditions.PatchApplyOption{
		conditions.ForceOverwrite(q.Force),
		conditions.OwnedConditionTypes(q.Owned),
	}
	if err := patch.Apply(latest, options...); err != nil {
		return answer{"ops": ops, "err": conflictText.ReplaceAllString(err.Error(), "$1<diff>")}
	}
	return answer{"ops": ops, "list": shortConditions(latest.conditions, started)}
}

func severityPatched(q question, started time.Time) answer {
	before, after := &object{severities: severitiesFrom(q.Before)}, &object{severities: severitiesFrom(q.After)}
	patch, err := v1beta1.NewPatch(before, after)
	if err != nil {
		return answer{"err": err.Error()}
	}
	ops := make([]string, 0, len(patch))
	for _, operation := range patch {
		changed := operation.After
		if changed == nil {
			changed = operation.Before
		}
		ops = append(ops, string(operation.Op)+":"+string(changed.Type))
	}
	latest := &object{severities: severitiesFrom(q.Latest)}
	owned := v1beta1.WithOwnedConditions(typesFrom(q.Owned)...)
	if err := patch.Apply(latest, v1beta1.WithForceOverwrite(q.Force), owned); err != nil {
		return answer{"ops": ops, "err": conflictText.ReplaceAllString(err.Error(), "$1<diff>")}
	}
	return answer{"ops": ops, "list": shortSeverities(latest.severities, started)}
}

// The library keeps its summary to itself; what it sets on the object is the same.
func severitySummary(q question) answer {
	source := objectFrom(q.Object)
	options := []v1beta1.MergeOption{}
	if q.With != nil {
		options = append(options, v1beta1.WithConditions(typesFrom(q.With)...))
	}
	if q.Negative != nil {
		options = append(options, v1beta1.WithNegativePolarityConditions(typesFrom(q.Negative)...))
	}
	if q.Step != nil {
		options = append(options, v1beta1.WithStepCounterIf(*q.Step))
	}
	if q.Only != nil {
		options = append(options, v1beta1.WithStepCounterIfOnly(typesFrom(q.Only)...))
	}
	if q.Ref {
		options = append(options, v1beta1.AddSourceRef())
	}
	// One that is there already does not count, and would stand in for a result that is not.
	v1beta1.Delete(source, clusterv1.ReadyV1Beta1Condition)
	v1beta1.SetSummary(source, options...)
	return severityResult(source, clusterv1.ReadyV1Beta1Condition)
}

func severityAggregate(q question) answer {
	sources := make([]v1beta1.Getter, 0, len(q.Objects))
	for _, o := range objectsFrom(q.Objects) {
		sources = append(sources, o)
	}
	var options []v1beta1.MergeOption
	if q.Step != nil {
		options = append(options, v1beta1.WithStepCounterIf(*q.Step))
	}
	if q.Ref {
		options = append(options, v1beta1.AddSourceRef())
	}
	target := &object{}
	v1beta1.SetAggregate(target, clusterv1.ConditionType(q.Target), sources, options...)
	return severityResult(target, clusterv1.ConditionType(q.Target))
}

func severityResult(target *object, conditionType clusterv1.ConditionType) answer {
	result := v1beta1.Get(target, conditionType)
	if result == nil {
		return answer{"cond": nil}
	}
	result.LastTransitionTime = metav1.Time{}
	return answer{"cond": shortSeverities(clusterv1.Conditions{*result}, time.Time{})[0]}
}

func typesFrom(names []string) []clusterv1.ConditionType {
	types := make([]clusterv1.ConditionType, 0, len(names))
	for _, name := range names {
		types = append(types, clusterv1.ConditionType(name))
	}
	return types
}

func shortConditions(list []metav1.Condition, started time.Time) []shortCondition {
	short := make([]shortCondition, 0, len(list))
	for _, c := range list {
		short = append(short, shortCondition{
			Type: c.Type, Status: letterFrom(string(c.Status)), Reason: c.Reason, Message: c.Message,
			Generation: c.ObservedGeneration, Time: shortTime(c.LastTransitionTime, started),
		})
	}
	return short
}

func shortSeverities(list clusterv1.Conditions, started time.Time) []shortCondition {
	short := make([]shortCondition, 0, len(list))
	for _, c := range list {
		short = append(short, shortCondition{
			Type: string(c.Type), Status: letterFrom(string(c.Status)), Severity: string(c.Severity),
			Reason: c.Reason, Message: c.Message, Time: shortTime(c.LastTransitionTime, started),
		})
	}
	return short
}

// A time that is not older than the question was made while answering it.
func shortTime(t metav1.Time, started time.Time) any {
	if t.IsZero() {
		return nil
	}
	if !started.IsZero() && !t.Time.Before(started) && t.Time.Before(started.Add(time.Hour)) {
		if t.Nanosecond() == 0 {
			return "now, floored"
		}
		return "now"
	}
	return t.UnixMilli()
}
