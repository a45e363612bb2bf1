package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"path/filepath"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

// Ends with an error unless the frontend at the address serves. A certificate of any name may ask.
func askHealth(address, directory string) error {
	pair, err := tls.LoadX509KeyPair(filepath.Join(directory, certificateFile), filepath.Join(directory, keyFile))
	if err != nil {
		return err
	}
	authorities, err := poolOf(filepath.Join(directory, authorityFile))
	if err != nil {
		return err
	}
	settings := &tls.Config{Certificates: []tls.Certificate{pair}, RootCAs: authorities, ServerName: serverName}
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(credentials.NewTLS(settings)))
	if err != nil {
		return err
	}
	defer connection.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	request := &healthpb.HealthCheckRequest{Service: "temporal.api.workflowservice.v1.WorkflowService"}
	answer, err := healthpb.NewHealthClient(connection).Check(ctx, request)
	if err != nil {
		return err
	}
	if answer.Status != healthpb.HealthCheckResponse_SERVING {
		return fmt.Errorf("the frontend is %s", answer.Status)
	}
	return nil
}
