package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// counting counts the watches that ask for the initial state (WatchList) and those that do not.
type counting struct {
	inner        http.RoundTripper
	lists, plain atomic.Int32
}

func (c *counting) RoundTrip(request *http.Request) (*http.Response, error) {
	if query := request.URL.RawQuery; strings.Contains(query, "watch=true") {
		if strings.Contains(query, "sendInitialEvents=true") {
			c.lists.Add(1)
		} else {
			c.plain.Add(1)
		}
	}
	return c.inner.RoundTrip(request)
}

// tally is what an informer told its handler.
type tally struct{ added, updated, deleted atomic.Int32 }

func (t *tally) handler() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(any) { t.added.Add(1) },
		UpdateFunc: func(any, any) { t.updated.Add(1) },
		DeleteFunc: func(any) { t.deleted.Add(1) },
	}
}

func (t *tally) is(added, updated, deleted int32) func() (bool, error) {
	return func() (bool, error) {
		err := fmt.Errorf("%d added, %d updated, %d deleted", t.added.Load(), t.updated.Load(), t.deleted.Load())
		if t.added.Load() == added && t.updated.Load() == updated && t.deleted.Load() == deleted {
			return true, nil
		}
		return false, err
	}
}

// informerStory keeps a cache by WatchList and holds it to every change.
func informerStory(ctx context.Context, w world) error {
	counter := &counting{}
	config := rest.CopyConfig(w.config)
	config.ContentType = "application/vnd.kubernetes.protobuf"
	config.Wrap(func(inner http.RoundTripper) http.RoundTripper { counter.inner = inner; return counter })
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	for index := range 5 {
		if _, err := w.client.CoreV1().Secrets(w.namespace).Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("early-%d", index)}}, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(w.namespace))
	informer, seen := factory.Core().V1().Secrets().Informer(), &tally{}
	if _, err := informer.AddEventHandler(seen.handler()); err != nil {
		return err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return fmt.Errorf("the cache never synced")
	}
	if counter.lists.Load() == 0 {
		return fmt.Errorf("the initial state was not asked for by watch (%d plain watches)", counter.plain.Load())
	}
	if counter.lists.Load() > 1 {
		return fmt.Errorf("the initial state had to be asked for %d times", counter.lists.Load())
	}
	if err := until(ctx, "what was there", seen.is(5, 0, 0)); err != nil {
		return err
	}
	for index := range 20 {
		secret, err := w.client.CoreV1().Secrets(w.namespace).Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("late-%d", index)}}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		secret.Data = map[string][]byte{"x": []byte("y")}
		if _, err := w.client.CoreV1().Secrets(w.namespace).Update(ctx, secret, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if index%2 == 0 {
			if err := w.client.CoreV1().Secrets(w.namespace).Delete(ctx, secret.Name, metav1.DeleteOptions{}); err != nil {
				return err
			}
		}
	}
	return until(ctx, "every change", seen.is(25, 20, 10))
}

// customInformerStory does the same for custom objects, whole and metadata only.
func customInformerStory(ctx context.Context, w world) error {
	const group = "informed.go.example.com"
	if err := install(ctx, w, group); err != nil {
		return err
	}
	objects, err := dynamic.NewForConfig(w.config)
	if err != nil {
		return err
	}
	partial, err := metadata.NewForConfig(w.config)
	if err != nil {
		return err
	}
	client := objects.Resource(widgetResource(group)).Namespace(w.namespace)
	whole := dynamicinformer.NewFilteredDynamicSharedInformerFactory(objects, 0, w.namespace, nil)
	meta := metadatainformer.NewFilteredSharedInformerFactory(partial, 0, w.namespace, nil)
	seenWhole, seenMeta := &tally{}, &tally{}
	wholeInformer, metaInformer := whole.ForResource(widgetResource(group)).Informer(), meta.ForResource(widgetResource(group)).Informer()
	for informer, seen := range map[cache.SharedIndexInformer]*tally{wholeInformer: seenWhole, metaInformer: seenMeta} {
		if _, err := informer.AddEventHandler(seen.handler()); err != nil {
			return err
		}
	}
	whole.Start(ctx.Done())
	meta.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), wholeInformer.HasSynced, metaInformer.HasSynced) {
		return fmt.Errorf("the caches never synced")
	}
	made, err := client.Create(ctx, widget(group, "w"), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if err := unstructured.SetNestedField(made.Object, true, "status", "ready"); err != nil {
		return err
	}
	if _, err := client.UpdateStatus(ctx, made, metav1.UpdateOptions{}); err != nil {
		return err
	}
	if err := client.Delete(ctx, "w", metav1.DeleteOptions{}); err != nil {
		return err
	}
	if err := until(ctx, "the whole objects", seenWhole.is(1, 1, 1)); err != nil {
		return err
	}
	return until(ctx, "the metadata", seenMeta.is(1, 1, 1))
}

// leaderElectionStory lets two candidates hold a Lease one after the other.
func leaderElectionStory(ctx context.Context, w world) error {
	leading := make(chan string, 2)
	elect := func(ctx context.Context, name string) {
		lock := &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Name: "leader", Namespace: w.namespace},
			Client:     w.client.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: name},
		}
		leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
			Lock: lock, LeaseDuration: 3 * time.Second, RenewDeadline: 2 * time.Second, RetryPeriod: 200 * time.Millisecond, ReleaseOnCancel: true,
			Callbacks: leaderelection.LeaderCallbacks{OnStartedLeading: func(context.Context) { leading <- name }, OnStoppedLeading: func() {}},
		})
	}
	firstCtx, stopFirst := context.WithCancel(ctx)
	defer stopFirst()
	go elect(firstCtx, "first")
	if err := leads(ctx, leading, "first"); err != nil {
		return err
	}
	secondCtx, stopSecond := context.WithCancel(ctx)
	defer stopSecond()
	go elect(secondCtx, "second")
	time.Sleep(time.Second)
	stopFirst()
	if err := leads(ctx, leading, "second"); err != nil {
		return err
	}
	lease, err := w.client.CoordinationV1().Leases(w.namespace).Get(ctx, "leader", metav1.GetOptions{})
	if err != nil {
		return err
	}
	if *lease.Spec.HolderIdentity != "second" || *lease.Spec.LeaseTransitions < 1 {
		return fmt.Errorf("the Lease says %v", lease.Spec)
	}
	return nil
}

func leads(ctx context.Context, leading <-chan string, who string) error {
	select {
	case name := <-leading:
		if name != who {
			return fmt.Errorf("%s leads, not %s", name, who)
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%s never led", who)
	}
}
