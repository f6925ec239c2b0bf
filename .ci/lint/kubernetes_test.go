package lint

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/apps"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	appsvalidation "k8s.io/kubernetes/pkg/apis/apps/validation"
	"k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	corevalidation "k8s.io/kubernetes/pkg/apis/core/validation"
	"k8s.io/kubernetes/pkg/apis/policy"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	policyvalidation "k8s.io/kubernetes/pkg/apis/policy/validation"
)

// manifest has the objects of a file as a cluster's server would read them.
type manifest struct {
	deployment *apps.Deployment
	service    *core.Service
	budget     *policy.PodDisruptionBudget
}

// readManifest reads and checks each object as a cluster's server does: strictly, with its
// defaults.
func readManifest(content string) (m manifest, err error) {
	strict := serializer.NewCodecFactory(legacyscheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	documents := yaml.NewDocumentDecoder(io.NopCloser(strings.NewReader(content)))
	for {
		document := make([]byte, len(content))
		n, end := documents.Read(document)
		if end == io.EOF {
			return m, err
		}
		object, _, wrong := strict.Decode(document[:n], nil, nil)
		if wrong != nil {
			if runtime.IsMissingKind(wrong) { // the comment at the start
				continue
			}
			return m, wrong
		}
		legacyscheme.Scheme.Default(object)
		object, wrong = legacyscheme.Scheme.ConvertToVersion(object, runtime.InternalGroupVersioner)
		if wrong != nil {
			return m, wrong
		}
		object.(metav1.Object).SetNamespace(metav1.NamespaceDefault)
		var mistakes field.ErrorList
		switch object := object.(type) {
		case *apps.Deployment:
			m.deployment = object
			mistakes = appsvalidation.ValidateDeployment(object, pod.GetValidationOptionsFromPodTemplate(&object.Spec.Template, nil))
		case *core.Service:
			m.service = object
			mistakes = corevalidation.ValidateServiceCreate(object)
		case *policy.PodDisruptionBudget:
			m.budget = object
			mistakes = policyvalidation.ValidatePodDisruptionBudget(object, policyvalidation.PodDisruptionBudgetValidationOptions{})
		default:
			return m, fmt.Errorf("nothing here checks a %T", object)
		}
		err = errors.Join(err, mistakes.ToAggregate())
	}
}

// together checks that the objects fit together, which the server does not check.
func (m manifest) together() error {
	if m.deployment == nil || m.service == nil || m.budget == nil {
		return errors.New("a deployment, a service or a budget is missing")
	}
	var err error
	wrong := func(format string, a ...any) { err = errors.Join(err, fmt.Errorf(format, a...)) }
	template := m.deployment.Spec.Template
	if !labels.SelectorFromSet(m.service.Spec.Selector).Matches(labels.Set(template.Labels)) {
		wrong("the service selects other pods: %v", m.service.Spec.Selector)
	}
	if s, bad := metav1.LabelSelectorAsSelector(m.budget.Spec.Selector); bad != nil || !s.Matches(labels.Set(template.Labels)) {
		wrong("the budget selects other pods: %v", s)
	}
	ports, environment := map[string]int32{}, map[string]string{}
	c := template.Spec.Containers[0]
	for _, p := range c.Ports {
		ports[p.Name] = p.ContainerPort
	}
	for _, v := range c.Env {
		environment[v.Name] = v.Value
	}
	listens := func(what string, at intstr.IntOrString) {
		port := at.IntVal
		if at.Type == intstr.String {
			port = ports[at.StrVal]
		}
		if fmt.Sprintf(":%d", port) != environment["NIMATRON_HTTP"] {
			wrong("%s calls port %s; webhooks are taken at %s", what, at.String(), environment["NIMATRON_HTTP"])
		}
	}
	for what, p := range map[string]*core.Probe{"startupProbe": c.StartupProbe, "readinessProbe": c.ReadinessProbe, "livenessProbe": c.LivenessProbe} {
		if p == nil || p.HTTPGet == nil || p.HTTPGet.Path != "/healthz" {
			wrong("%s does not ask for /healthz", what)
			continue
		}
		listens(what, p.HTTPGet.Port)
	}
	for _, p := range m.service.Spec.Ports {
		listens("the service", p.TargetPort)
	}
	if fmt.Sprintf(":%d", ports["metrics"]) != environment["NIMATRON_METRICS"] {
		wrong("port metrics is %d, NIMATRON_METRICS is %s", ports["metrics"], environment["NIMATRON_METRICS"])
	}
	if c.Lifecycle == nil || c.Lifecycle.PreStop == nil || c.Lifecycle.PreStop.Sleep == nil {
		wrong("there is no wait before the end, so balancers send to who has ended")
	} else if wait := c.Lifecycle.PreStop.Sleep.Seconds; *template.Spec.TerminationGracePeriodSeconds < wait+10 {
		wrong("of %d s until the end %d s are left for what is under way: it may take ten", *template.Spec.TerminationGracePeriodSeconds, wait)
	}
	return err
}

func TestKubernetes(t *testing.T) {
	lint(t, "kubernetes.yaml", func(t *testing.T, content string) error {
		m, err := readManifest(content)
		if err != nil {
			return err
		}
		return m.together()
	}, []broken{
		{"readinessProbe:", "readynessProbe:", "readynessProbe"},
		{"replicas: 2", "replicas: two", "replicas"},
		{"replicas: 2", "replicas: 2\n  replicas: 3", "replicas"},
		{"type: RollingUpdate", "type: RollingUpdates", "RollingUpdates"},
		{"apiVersion: apps/v1", "apiVersion: apps/v1beta9", "apps/v1beta9"},
		{"maxSurge: 1", "maxSurge: 0", "maxUnavailable"},
		{"matchLabels: {app: nimatron}", "matchLabels: {app: nimatrom}", "selector"},
		{"{name: tmp, mountPath", "{name: temp, mountPath", "temp"},
		{"memory: 128Mi", "memory: 128Mio", "quantities"},
		{"memory: 128Mi", "memory: 1Gi", "memory"},
		{"containerPort: 8080", "containerPort: 80800", "containerPort"},
		{"whenUnsatisfiable: ScheduleAnyway", "whenUnsatisfiable: Schedule", "whenUnsatisfiable"},
		{"{path: /healthz, port: webhooks}", "{path: /healthz, port: webhook}", "calls port webhook;"},
		{"{path: /healthz, port: webhooks}", "{path: /healthz, port: 9090}", "calls port 9090;"},
		{"targetPort: webhooks", "targetPort: web", "the service calls port web;"},
		{`value: ":8080"`, `value: ":8081"`, "webhooks are taken at :8081"},
		{`value: ":9090"`, `value: ":9091"`, "NIMATRON_METRICS is :9091"},
		{"selector: {app: nimatron}", "selector: {app: nim}", "selects other pods"},
		{"terminationGracePeriodSeconds: 20", "terminationGracePeriodSeconds: 12", "left for what is under way"},
	})
}
