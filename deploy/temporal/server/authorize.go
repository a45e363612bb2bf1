package main

import (
	"context"
	"path"

	"go.temporal.io/server/common/authorization"
)

// What a process may do, beside asking whether the server is well.
type access struct {
	system    authorization.Role
	namespace authorization.Role
	// The only methods it may call; nil for all of its role.
	only map[string]bool
	// Methods that it may call in its namespace beyond its role.
	also map[string]bool
}

// The gateways send commands and start deliveries, and do no work of a worker.
var gateway = access{namespace: authorization.RoleWriter, only: sending}

var sending = set(
	"DescribeNamespace",
	"StartWorkflowExecution",
	"ExecuteMultiOperation",
	"UpdateWorkflowExecution",
	"PollWorkflowExecutionUpdate",
	"SignalWorkflowExecution",
	"QueryWorkflow",
	"DescribeWorkflowExecution",
	"GetWorkflowExecutionHistory",
	"StartActivityExecution",
	"DescribeActivityExecution",
	"PollActivityExecution",
	"RequestCancelActivityExecution",
)

// By the common name in the certificate of a client. A name that is not here may do nothing.
var clients = map[string]access{
	"public-gateway":   gateway,
	"customer-gateway": gateway,
	"attorney-gateway": gateway,
	// The command line sends commands of operators, and deletes the executions of what is erased.
	"ops": {
		namespace: authorization.RoleWriter,
		only:      union(sending, set("ListWorkflowExecutions", "CountWorkflowExecutions", "DeleteWorkflowExecution")),
	},
	// The reconciler registers a namespace that was lost.
	"case-worker":     {namespace: authorization.RoleWriter, also: set("RegisterNamespace", "AddSearchAttributes")},
	"delivery-worker": {namespace: authorization.RoleWriter},
	// Temporal Web: operators look, and act through the command line, which is recorded.
	"temporal-web": {system: authorization.RoleReader},
	// Registers the namespace and its search attributes.
	"tasks": {system: authorization.RoleAdmin},
}

// Maps a verified certificate to what its process may do in the namespace of the service.
type byCertificate struct{ namespace string }

func (m byCertificate) GetClaims(info *authorization.AuthInfo) (*authorization.Claims, error) {
	claims := &authorization.Claims{AuthType: "mtls"}
	if info == nil || info.TLSSubject == nil {
		return claims, nil
	}
	name := info.TLSSubject.CommonName
	client, known := clients[name]
	if !known {
		return claims, nil
	}
	claims.Subject = name
	claims.System = client.system
	claims.Namespaces = map[string]authorization.Role{m.namespace: client.namespace}
	claims.Extensions = client
	return claims, nil
}

// Allows what the role of the caller allows, and of that what its process has to do.
type byMethod struct {
	namespace string
	byRole    authorization.Authorizer
}

func (a byMethod) Authorize(
	ctx context.Context, claims *authorization.Claims, target *authorization.CallTarget,
) (authorization.Result, error) {
	if claims != nil && !authorization.IsHealthCheckAPI(target.APIName) {
		client, _ := claims.Extensions.(access)
		method := path.Base(target.APIName)
		if client.only != nil && !client.only[method] {
			return authorization.Result{Decision: authorization.DecisionDeny}, nil
		}
		if client.also[method] && target.Namespace == a.namespace {
			return authorization.Result{Decision: authorization.DecisionAllow}, nil
		}
	}
	return a.byRole.Authorize(ctx, claims, target)
}

func set(names ...string) map[string]bool {
	found := make(map[string]bool, len(names))
	for _, name := range names {
		found[name] = true
	}
	return found
}

func union(sets ...map[string]bool) map[string]bool {
	all := map[string]bool{}
	for _, one := range sets {
		for name := range one {
			all[name] = true
		}
	}
	return all
}
