package main

import (
	"context"
	"fmt"

	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes/scheme"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/scale"
	"k8s.io/client-go/tools/record"
)

// eventStory records the same event several times: one object whose count grows.
func eventStory(ctx context.Context, w world) error {
	broadcaster := record.NewBroadcaster()
	defer broadcaster.Shutdown()
	broadcaster.StartRecordingToSink(&typedcorev1.EventSinkImpl{Interface: w.client.CoreV1().Events(w.namespace)})
	recorder := broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "stories"})
	about, err := w.client.CoreV1().ConfigMaps(w.namespace).Create(ctx, configMap("c", nil), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	for range 3 {
		recorder.Event(about, corev1.EventTypeNormal, "Told", "a story was told")
	}
	if err := until(ctx, "an event that counts to 3", func() (bool, error) {
		events, err := w.client.CoreV1().Events(w.namespace).Search(scheme.Scheme, about)
		if err != nil || len(events.Items) != 1 {
			return false, fmt.Errorf("%v events, %v", events, err)
		}
		if count := events.Items[0].Count; count != 3 {
			return false, fmt.Errorf("count is %d", count)
		}
		return true, nil
	}); err != nil {
		return err
	}
	modern, err := w.client.EventsV1().Events(w.namespace).List(ctx, metav1.ListOptions{FieldSelector: "reason=Told"})
	if err != nil {
		return err
	}
	if len(modern.Items) != 1 || modern.Items[0].Note != "a story was told" || modern.Items[0].DeprecatedCount != 3 {
		return fmt.Errorf("events.k8s.io shows %v", modern.Items)
	}
	return nil
}

// discoveryStory maps kinds to resources the way controllers do, and expects a kind that is unknown to be just that.
func discoveryStory(ctx context.Context, w world) error {
	const group = "discovered.go.example.com"
	client, err := discovery.NewDiscoveryClientForConfig(w.config)
	if err != nil {
		return err
	}
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client))
	if _, err := mapper.RESTMapping(widgetKind(group).GroupKind(), "v1"); !meta.IsNoMatchError(err) {
		return fmt.Errorf("an unknown kind gave %v", err)
	}
	if err := install(ctx, w, group); err != nil {
		return err
	}
	if err := until(ctx, "the kind in discovery", func() (bool, error) {
		mapper.Reset()
		mapping, err := mapper.RESTMapping(widgetKind(group).GroupKind(), "v1")
		return err == nil && mapping.Resource == widgetResource(group), err
	}); err != nil {
		return err
	}
	if _, err := client.ServerResourcesForGroupVersion("nobody.example.org/v1"); !apierrors.IsNotFound(err) {
		return fmt.Errorf("an unknown group gave %v", err)
	}
	_, lists, err := client.ServerGroupsAndResources()
	if err != nil {
		return err
	}
	if len(lists) < 15 {
		return fmt.Errorf("only %d group versions", len(lists))
	}
	if _, err := client.OpenAPISchema(); err != nil {
		return fmt.Errorf("OpenAPI v2: %w", err)
	}
	paths, err := client.OpenAPIV3().Paths()
	if err != nil {
		return err
	}
	if _, err := paths["apis/"+group+"/v1"].Schema("application/json"); err != nil {
		return fmt.Errorf("OpenAPI v3: %w", err)
	}
	return nil
}

// reviewStory asks who one is and what one may, and gets a token for a service account.
func reviewStory(ctx context.Context, w world) error {
	attributes := &authorizationv1.ResourceAttributes{Namespace: w.namespace, Verb: "get", Resource: "pods"}
	own, err := w.client.AuthorizationV1().SelfSubjectAccessReviews().Create(ctx, &authorizationv1.SelfSubjectAccessReview{Spec: authorizationv1.SelfSubjectAccessReviewSpec{ResourceAttributes: attributes}}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	other, err := w.client.AuthorizationV1().SubjectAccessReviews().Create(ctx, &authorizationv1.SubjectAccessReview{Spec: authorizationv1.SubjectAccessReviewSpec{User: "nobody", ResourceAttributes: attributes}}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if !own.Status.Allowed || other.Status.Allowed {
		return fmt.Errorf("I may %v, nobody may %v", own.Status.Allowed, other.Status.Allowed)
	}
	if _, err := w.client.CoreV1().ServiceAccounts(w.namespace).Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "robot"}}, metav1.CreateOptions{}); err != nil {
		return err
	}
	token, err := w.client.CoreV1().ServiceAccounts(w.namespace).CreateToken(ctx, "robot", &authenticationv1.TokenRequest{}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	review, err := w.client.AuthenticationV1().TokenReviews().Create(ctx, &authenticationv1.TokenReview{Spec: authenticationv1.TokenReviewSpec{Token: token.Status.Token}}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if want := "system:serviceaccount:" + w.namespace + ":robot"; review.Status.User.Username != want {
		return fmt.Errorf("the token is of %q, not %q: %s", review.Status.User.Username, want, review.Status.Error)
	}
	return nil
}

// scaleStory scales a Deployment and a custom object through the same client, and evicts a Pod.
func scaleStory(ctx context.Context, w world) error {
	const group = "scaled.go.example.com"
	if err := install(ctx, w, group); err != nil {
		return err
	}
	objects, err := dynamic.NewForConfig(w.config)
	if err != nil {
		return err
	}
	if _, err := objects.Resource(widgetResource(group)).Namespace(w.namespace).Create(ctx, widget(group, "w"), metav1.CreateOptions{}); err != nil {
		return err
	}
	if _, err := w.client.AppsV1().Deployments(w.namespace).Create(ctx, deployment("d", nil), metav1.CreateOptions{}); err != nil {
		return err
	}
	client, err := discovery.NewDiscoveryClientForConfig(w.config)
	if err != nil {
		return err
	}
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client))
	scales, err := scale.NewForConfig(w.config, mapper, dynamic.LegacyAPIPathResolverFunc, scale.NewDiscoveryScaleKindResolver(client))
	if err != nil {
		return err
	}
	for resource, name := range map[schema.GroupResource]string{{Group: "apps", Resource: "deployments"}: "d", {Group: group, Resource: "widgets"}: "w"} {
		var current, err = scales.Scales(w.namespace).Get(ctx, resource, name, metav1.GetOptions{})
		if err != nil {
			return fmt.Errorf("%v: %w", resource, err)
		}
		current.Spec.Replicas = 4
		if current, err = scales.Scales(w.namespace).Update(ctx, resource, current, metav1.UpdateOptions{}); err != nil {
			return fmt.Errorf("%v: %w", resource, err)
		}
		if current.Spec.Replicas != 4 {
			return fmt.Errorf("%v was scaled to %d", resource, current.Spec.Replicas)
		}
	}
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "p"}, Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "a", Image: "b"}}}}
	if _, err := w.client.CoreV1().Pods(w.namespace).Create(ctx, pod, metav1.CreateOptions{}); err != nil {
		return err
	}
	if err := w.client.CoreV1().Pods(w.namespace).EvictV1(ctx, &policyv1.Eviction{ObjectMeta: metav1.ObjectMeta{Name: "p"}}); err != nil {
		return err
	}
	return until(ctx, "the evicted Pod to go", func() (bool, error) {
		_, err := w.client.CoreV1().Pods(w.namespace).Get(ctx, "p", metav1.GetOptions{})
		return apierrors.IsNotFound(err), nil
	})
}

// deletionStory deletes an owner in the foreground and a namespace with all that is in it.
func deletionStory(ctx context.Context, w world) error {
	maps := w.client.CoreV1().ConfigMaps(w.namespace)
	owner, err := maps.Create(ctx, configMap("owner", nil), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	block := true
	owned := configMap("owned", nil)
	owned.OwnerReferences = []metav1.OwnerReference{{APIVersion: "v1", Kind: "ConfigMap", Name: "owner", UID: owner.UID, BlockOwnerDeletion: &block}}
	owned.Finalizers = []string{"go.example.com/hold"}
	if _, err := maps.Create(ctx, owned, metav1.CreateOptions{}); err != nil {
		return err
	}
	foreground := metav1.DeletePropagationForeground
	if err := maps.Delete(ctx, "owner", metav1.DeleteOptions{PropagationPolicy: &foreground}); err != nil {
		return err
	}
	if err := until(ctx, "what is owned to be deleted", func() (bool, error) {
		held, err := maps.Get(ctx, "owned", metav1.GetOptions{})
		return err == nil && held.DeletionTimestamp != nil, err
	}); err != nil {
		return err
	}
	if _, err := maps.Patch(ctx, "owned", types.MergePatchType, []byte(`{"metadata":{"finalizers":null}}`), metav1.PatchOptions{}); err != nil {
		return err
	}
	gone := func(what string, get func() error) error {
		return until(ctx, what+" to go", func() (bool, error) { return apierrors.IsNotFound(get()), nil })
	}
	if err := gone("the owner", func() error { _, err := maps.Get(ctx, "owner", metav1.GetOptions{}); return err }); err != nil {
		return err
	}
	if err := w.client.CoreV1().Namespaces().Delete(ctx, w.namespace, metav1.DeleteOptions{}); err != nil {
		return err
	}
	if _, err := maps.Create(ctx, configMap("late", nil), metav1.CreateOptions{}); err != nil && !apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause) && !apierrors.IsNotFound(err) {
		return fmt.Errorf("a creation in a namespace that goes gave %w", err)
	}
	return gone("the namespace", func() error {
		_, err := w.client.CoreV1().Namespaces().Get(ctx, w.namespace, metav1.GetOptions{})
		return err
	})
}
