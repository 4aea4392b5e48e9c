package main

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const controllerGroup = "controlled.go.example.com"
const finalizer = "go.example.com/widget"

// reconciler gives each Widget a ConfigMap, says so in its status, and takes it back when the Widget goes.
type reconciler struct{ client.Client }

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	object := widget(controllerGroup, "")
	if err := r.Get(ctx, request.NamespacedName, object); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if object.GetDeletionTimestamp() != nil {
		before := object.DeepCopy()
		controllerutil.RemoveFinalizer(object, finalizer)
		return ctrl.Result{}, client.IgnoreNotFound(r.Patch(ctx, object, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})))
	}
	if controllerutil.AddFinalizer(object, finalizer) {
		return ctrl.Result{}, r.Update(ctx, object)
	}
	settings := &corev1.ConfigMap{}
	settings.Namespace, settings.Name = request.Namespace, request.Name
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, settings, func() error {
		settings.Data = map[string]string{"for": string(object.GetUID())}
		return controllerutil.SetControllerReference(object, settings, r.Scheme())
	}); err != nil {
		return ctrl.Result{}, err
	}
	before := object.DeepCopy()
	if err := unstructured.SetNestedField(object.Object, object.GetGeneration(), "status", "observedGeneration"); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.Status().Patch(ctx, object, client.MergeFrom(before))
}

// controllerStory runs a manager of controller-runtime with its caches, as Cluster API does.
func controllerStory(ctx context.Context, w world) error {
	if err := install(ctx, w, controllerGroup); err != nil {
		return err
	}
	log.SetLogger(zap.New())
	manager, err := ctrl.NewManager(w.config, ctrl.Options{
		Metrics: server.Options{BindAddress: "0"},
		Cache:   cache.Options{DefaultNamespaces: map[string]cache.Config{w.namespace: {}}},
	})
	if err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(manager).Named("widgets").For(widget(controllerGroup, "")).Owns(&corev1.ConfigMap{}).Complete(&reconciler{manager.GetClient()}); err != nil {
		return err
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(running) }()
	direct, err := client.New(w.config, client.Options{})
	if err != nil {
		return err
	}
	const count = 20
	for index := range count {
		object := widget(controllerGroup, fmt.Sprintf("w%d", index))
		object.SetNamespace(w.namespace)
		if err := direct.Create(ctx, object); err != nil {
			return err
		}
	}
	if err := until(ctx, "every Widget to be observed", func() (bool, error) { return observed(ctx, direct, w.namespace, count) }); err != nil {
		return err
	}
	if err := direct.DeleteAllOf(ctx, widget(controllerGroup, ""), client.InNamespace(w.namespace)); err != nil {
		return err
	}
	if err := until(ctx, "every Widget to go", func() (bool, error) { return observed(ctx, direct, w.namespace, 0) }); err != nil {
		return err
	}
	// The garbage collector of Kubernetes looks for new kinds only every 30 seconds.
	if err := until(ctx, "what the Widgets owned to go", func() (bool, error) {
		err := direct.Get(ctx, client.ObjectKey{Namespace: w.namespace, Name: "w0"}, &corev1.ConfigMap{})
		return apierrors.IsNotFound(err), nil
	}); err != nil {
		return err
	}
	stop()
	return <-ended
}

// observed tells whether there are so many Widgets and each has the status of its generation.
func observed(ctx context.Context, from client.Client, namespace string, count int) (bool, error) {
	list := &unstructured.UnstructuredList{}
	list.SetGroupVersionKind(widgetKind(controllerGroup))
	if err := from.List(ctx, list, client.InNamespace(namespace)); err != nil {
		return false, err
	}
	for _, item := range list.Items {
		if generation, _, _ := unstructured.NestedInt64(item.Object, "status", "observedGeneration"); generation != item.GetGeneration() {
			return false, nil
		}
	}
	return len(list.Items) == count, nil
}
