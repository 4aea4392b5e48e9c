// Command client-go drives an API server with the Go clients that real controllers use, and tells how each story ended:
// one JSON object a line, exit code 1 where one failed. The server is the one of KUBECONFIG.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
)

// world is what a story is told with: a server and a namespace of the story's own.
type world struct {
	config    *rest.Config
	client    kubernetes.Interface
	namespace string
}

type story struct {
	name string
	tell func(context.Context, world) error
}

var stories = []story{
	{"protobuf", protobufStory},
	{"informers", informerStory},
	{"custom-informers", customInformerStory},
	{"leader-election", leaderElectionStory},
	{"server-side-apply", applyStory},
	{"paging", pagingStory},
	{"events", eventStory},
	{"discovery", discoveryStory},
	{"reviews", reviewStory},
	{"scale-and-evict", scaleStory},
	{"deletion", deletionStory},
	{"controller", controllerStory},
}

func main() {
	klog.SetOutput(os.Stderr)
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	config.QPS, config.Burst = 500, 500
	failed := false
	for _, each := range stories {
		if len(os.Args) > 1 && os.Args[1] != each.name {
			continue
		}
		started := time.Now()
		err := run(config, each)
		failed = failed || err != nil
		report(each.name, time.Since(started), err)
	}
	if failed {
		os.Exit(1)
	}
}

func run(config *rest.Config, each story) error {
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	defer cancel()
	typed := rest.CopyConfig(config)
	typed.ContentType = "application/vnd.kubernetes.protobuf"
	client, err := kubernetes.NewForConfig(typed)
	if err != nil {
		return err
	}
	namespace := "go-" + each.name
	_, err = client.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}, metav1.CreateOptions{})
	if err != nil {
		return fmt.Errorf("namespace: %w", err)
	}
	return each.tell(ctx, world{config, client, namespace})
}

func report(name string, took time.Duration, err error) {
	line := map[string]any{"name": name, "ok": err == nil, "ms": took.Milliseconds()}
	if err != nil {
		line["why"] = err.Error()
	}
	text, _ := json.Marshal(line)
	fmt.Println(string(text))
}

// until asks again until the answer is yes, and says what it waited for when that does not come.
func until(ctx context.Context, what string, yes func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, 45*time.Second)
	defer cancel()
	var last error
	for {
		done, err := yes()
		if done && err == nil {
			return nil
		}
		last = err
		select {
		case <-ctx.Done():
			return fmt.Errorf("waited in vain for %s (%v)", what, last)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
