// The Temporal server with an authorizer of our own: the name in a client's certificate says what it may do. Everything
// else is as in go.temporal.io/server/cmd/server.
//
//	server [--config-file FILE] [--allow-no-auth] start
//	server certificates DIRECTORY   issues the certificates that are missing or about to expire
//	server health ADDRESS           asks a server with the certificate in $TEMPORAL_CERTIFICATES whether it serves
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	_ "time/tzdata" // an image may have none
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	configFile := flag.String("config-file", "", "instead of the configuration that is made from the environment")
	allowNoAuth := flag.Bool("allow-no-auth", false, "serve everybody who reaches the port")
	flag.Parse()
	switch {
	case flag.NArg() == 1 && flag.Arg(0) == "start":
		return start(*configFile, *allowNoAuth)
	case flag.NArg() == 2 && flag.Arg(0) == "certificates":
		return issueCertificates(flag.Arg(1))
	case flag.NArg() == 2 && flag.Arg(0) == "health":
		return askHealth(flag.Arg(1), os.Getenv("TEMPORAL_CERTIFICATES"))
	}
	return errors.New("usage: server [--config-file FILE] [--allow-no-auth] start | certificates DIRECTORY | health ADDRESS")
}
