package main

import (
	"context"
	"fmt"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	applyappsv1 "k8s.io/client-go/applyconfigurations/apps/v1"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	applymetav1 "k8s.io/client-go/applyconfigurations/meta/v1"
	"k8s.io/client-go/tools/pager"

	"k8s.io/apimachinery/pkg/runtime"
)

// protobufStory writes built-in kinds as protobuf, where nothing and zero must stay apart.
func protobufStory(ctx context.Context, w world) error {
	zero, immutable, mount := int32(0), false, false
	made, err := w.client.AppsV1().Deployments(w.namespace).Create(ctx, deployment("d", &zero), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if *made.Spec.Replicas != 0 || made.Spec.RevisionHistoryLimit == nil || *made.Spec.RevisionHistoryLimit != 10 {
		return fmt.Errorf("replicas %d, history %v", *made.Spec.Replicas, made.Spec.RevisionHistoryLimit)
	}
	defaulted, err := w.client.AppsV1().Deployments(w.namespace).Create(ctx, deployment("e", nil), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if *defaulted.Spec.Replicas != 1 {
		return fmt.Errorf("replicas defaulted to %d", *defaulted.Spec.Replicas)
	}
	settings := configMap("c", map[string]string{"a": "é\x00"})
	settings.BinaryData, settings.Immutable = map[string][]byte{"b": {0, 255, 1}}, &immutable
	kept, err := w.client.CoreV1().ConfigMaps(w.namespace).Create(ctx, settings, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if kept.Data["a"] != "é\x00" || string(kept.BinaryData["b"]) != "\x00\xff\x01" || kept.Immutable == nil {
		return fmt.Errorf("ConfigMap came back as %v", kept)
	}
	now := metav1.NewMicroTime(time.Date(2020, 1, 2, 3, 4, 5, 678000, time.UTC))
	holder, seconds := "me", int32(15)
	lease, err := w.client.CoordinationV1().Leases(w.namespace).Create(ctx, &coordinationv1.Lease{
		ObjectMeta: metav1.ObjectMeta{Name: "l"},
		Spec:       coordinationv1.LeaseSpec{HolderIdentity: &holder, LeaseDurationSeconds: &seconds, RenewTime: &now},
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if !lease.Spec.RenewTime.Equal(&now) {
		return fmt.Errorf("renewTime came back as %v", lease.Spec.RenewTime)
	}
	account, err := w.client.CoreV1().ServiceAccounts(w.namespace).Create(ctx, &corev1.ServiceAccount{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "made-"}, AutomountServiceAccountToken: &mount,
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if account.AutomountServiceAccountToken == nil || len(account.Name) != 10 {
		return fmt.Errorf("ServiceAccount came back as %v", account)
	}
	kept.Data["a"] = "changed"
	updated, err := w.client.CoreV1().ConfigMaps(w.namespace).Update(ctx, kept, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	if _, err = w.client.CoreV1().ConfigMaps(w.namespace).Update(ctx, kept, metav1.UpdateOptions{}); !apierrors.IsConflict(err) {
		return fmt.Errorf("a stale update gave %v", err)
	}
	policy := metav1.DeletePropagationForeground
	preconditions := metav1.Preconditions{UID: &updated.UID, ResourceVersion: &updated.ResourceVersion}
	return w.client.CoreV1().ConfigMaps(w.namespace).Delete(ctx, "c", metav1.DeleteOptions{PropagationPolicy: &policy, Preconditions: &preconditions})
}

// applyStory owns fields by server-side apply through the generated apply configurations.
func applyStory(ctx context.Context, w world) error {
	client := w.client.AppsV1().Deployments(w.namespace)
	labels := map[string]string{"app": "d"}
	configuration := func(image string) *applyappsv1.DeploymentApplyConfiguration {
		return applyappsv1.Deployment("d", w.namespace).WithSpec(applyappsv1.DeploymentSpec().
			WithSelector(applymetav1.LabelSelector().WithMatchLabels(labels)).
			WithTemplate(applycorev1.PodTemplateSpec().WithLabels(labels).WithSpec(applycorev1.PodSpec().
				WithContainers(applycorev1.Container().WithName("main").WithImage(image)))))
	}
	first, err := client.Apply(ctx, configuration("one"), metav1.ApplyOptions{FieldManager: "alice"})
	if err != nil {
		return err
	}
	again, err := client.Apply(ctx, configuration("one"), metav1.ApplyOptions{FieldManager: "alice"})
	if err != nil {
		return err
	}
	if first.ResourceVersion != again.ResourceVersion {
		return fmt.Errorf("applying the same moved the version from %s to %s", first.ResourceVersion, again.ResourceVersion)
	}
	if _, err = client.Apply(ctx, configuration("two"), metav1.ApplyOptions{FieldManager: "bob"}); !apierrors.IsConflict(err) {
		return fmt.Errorf("another's image gave %v", err)
	}
	forced, err := client.Apply(ctx, configuration("two"), metav1.ApplyOptions{FieldManager: "bob", Force: true})
	if err != nil {
		return err
	}
	extracted, err := applyappsv1.ExtractDeployment(forced, "bob")
	if err != nil {
		return err
	}
	if *extracted.Spec.Template.Spec.Containers[0].Image != "two" {
		return fmt.Errorf("bob owns %v", extracted)
	}
	_, err = client.Patch(ctx, "d", types.StrategicMergePatchType, []byte(`{"spec":{"template":{"spec":{"containers":[{"name":"side","image":"s"}]}}}}`), metav1.PatchOptions{})
	return err
}

// pagingStory reads a list in pages, as reflectors and kubectl do.
func pagingStory(ctx context.Context, w world) error {
	for index := range 35 {
		if _, err := w.client.CoreV1().ConfigMaps(w.namespace).Create(ctx, configMap(fmt.Sprintf("c%02d", index), nil), metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	pages := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		return w.client.CoreV1().ConfigMaps(w.namespace).List(ctx, options)
	})
	pages.PageSize = 10
	count := 0
	err := pages.EachListItem(ctx, metav1.ListOptions{FieldSelector: "metadata.name!=kube-root-ca.crt"}, func(runtime.Object) error {
		count++
		return nil
	})
	if err == nil && count != 35 {
		err = fmt.Errorf("%d of 35 objects in pages", count)
	}
	return err
}
