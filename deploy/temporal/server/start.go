package main

import (
	"errors"
	"fmt"
	"os"

	"go.temporal.io/server/common/authorization"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/dynamicconfig"
	"go.temporal.io/server/common/log"
	_ "go.temporal.io/server/common/persistence/sql/sqlplugin/postgresql" // registers itself
	"go.temporal.io/server/common/primitives"
	"go.temporal.io/server/temporal"
)

// Runs every service that the configuration has, until the process is told to stop.
func start(configFile string, allowNoAuth bool) error {
	load := config.WithEmbedded()
	if configFile != "" {
		load = config.WithConfigFile(configFile)
	}
	cfg, err := config.Load(load)
	if err != nil {
		return fmt.Errorf("the configuration cannot be read: %w", err)
	}
	logger := log.NewZapLogger(log.BuildZapLogger(cfg.Log))
	options := []temporal.ServerOption{
		temporal.ForServices(servicesOf(cfg)),
		temporal.WithConfig(cfg),
		temporal.WithLogger(logger),
		temporal.InterruptOn(temporal.InterruptCh()),
	}
	if allowNoAuth {
		options = append(options, open()...)
	} else {
		done := make(chan interface{})
		defer close(done)
		more, err := guarded(cfg, logger, done)
		if err != nil {
			return err
		}
		options = append(options, more...)
	}
	server, err := temporal.NewServer(options...)
	if err != nil {
		return fmt.Errorf("the server cannot be made: %w", err)
	}
	return server.Start()
}

// Serves everybody.
func open() []temporal.ServerOption {
	return []temporal.ServerOption{
		temporal.WithAuthorizer(authorization.NewNoopAuthorizer()),
		temporal.WithClaimMapper(func(*config.Config) authorization.ClaimMapper {
			return authorization.NewNoopClaimMapper()
		}),
	}
}

// Serves those whose certificate allows it. What the server's own services say to each other needs a certificate of
// another authority: a process of the service cannot pass for one of them.
func guarded(cfg *config.Config, logger log.Logger, done <-chan interface{}) ([]temporal.ServerOption, error) {
	tls := cfg.Global.TLS
	if !tls.Frontend.Server.RequireClientAuth || !tls.Internode.Server.RequireClientAuth {
		return nil, errors.New("without --allow-no-auth, frontend and internode have to require certificates of their clients")
	}
	if _, found := cfg.Services[string(primitives.InternalFrontendService)]; !found {
		return nil, errors.New("without --allow-no-auth, the server's own workers need the service internal-frontend")
	}
	dynamic, err := dynamicconfig.NewFileBasedClient(cfg.DynamicConfigClient, logger, done)
	if err != nil {
		return nil, fmt.Errorf("the dynamic configuration cannot be read: %w", err)
	}
	namespace := namespace()
	return []temporal.ServerOption{
		temporal.WithAuthorizer(byMethod{namespace, authorization.NewDefaultAuthorizer()}),
		temporal.WithClaimMapper(func(*config.Config) authorization.ClaimMapper { return byCertificate{namespace} }),
		temporal.WithDynamicConfigClient(guardedSettings{dynamic}),
	}, nil
}

// The dynamic configuration, with what no file may take from a guarded server.
type guardedSettings struct{ *dynamicconfig.FileBasedClient }

var always = map[dynamicconfig.Key]bool{
	// How the server's own services find each other.
	dynamicconfig.EnableRingpopTLS.Key(): true,
	// Streams are authorized as calls are.
	dynamicconfig.DisableStreamingAuthorizer.Key(): false,
}

func (c guardedSettings) GetValue(key dynamicconfig.Key) []dynamicconfig.ConstrainedValue {
	if value, found := always[key]; found {
		return []dynamicconfig.ConstrainedValue{{Value: value}}
	}
	return c.FileBasedClient.GetValue(key)
}

func servicesOf(cfg *config.Config) []string {
	names := []string{}
	for name := range cfg.Services {
		names = append(names, name)
	}
	return names
}

// The one namespace that the processes of the service work in.
func namespace() string {
	if name := os.Getenv("SERVICE_NAMESPACE"); name != "" {
		return name
	}
	return "evictions"
}
