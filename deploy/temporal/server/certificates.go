package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

const (
	// In the directory of each process.
	authorityFile   = "ca.pem"
	certificateFile = "certificate.pem"
	keyFile         = "key.pem"

	// The name of the server, and of the directory of its certificate.
	serverName = "temporal"
	// The server's own services, among each other.
	internodeName = "internode"

	authorityLife = 10 * 365 * 24 * time.Hour
	life          = 365 * 24 * time.Hour
	renewedBefore = 60 * 24 * time.Hour
)

// Issues a certificate for each client and for the server, below the directory: `<name>/{ca,certificate,key}.pem`. The
// keys of the two authorities are in `authority`, which no other process is given. What is there and good for longer than
// `renewedBefore` stays.
func issueCertificates(directory string) error {
	names := []string{serverName}
	for name := range clients {
		names = append(names, name)
	}
	if err := issueFrom(directory, "clients", names, ""); err != nil {
		return err
	}
	return issueFrom(directory, internodeName, []string{internodeName}, serverName)
}

// Files of `names` have the given directory, or, where that is empty, one of the name.
func issueFrom(directory, authorityName string, names []string, into string) error {
	home := filepath.Join(directory, "authority")
	authority, isNew, err := openAuthority(home, authorityName)
	if err != nil {
		return err
	}
	for _, name := range names {
		at, prefix := filepath.Join(directory, name), ""
		if into != "" {
			at, prefix = filepath.Join(directory, into), name+"-"
		}
		file := func(base string) string { return filepath.Join(at, prefix+base) }
		if !isNew && isGood(file(certificateFile), file(keyFile), authority) {
			continue
		}
		pair, err := authority.issue(name)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(at, 0o755); err != nil {
			return err
		}
		// Programs of others run as users of their own. What keeps a key from a process is that it is not mounted there.
		err = errors.Join(
			write(file(authorityFile), authority.certificatePEM(), 0o644),
			write(file(keyFile), pair.keyPEM, 0o644),
			write(file(certificateFile), pair.certificatePEM, 0o644),
		)
		if err != nil {
			return err
		}
		fmt.Println("issued", name)
	}
	return nil
}

type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

type pemPair struct{ certificatePEM, keyPEM []byte }

func (a authority) certificatePEM() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.certificate.Raw})
}

// The authority of the name, made where there is none, or none that outlives what it issues.
func openAuthority(home, name string) (authority, bool, error) {
	certificateAt, keyAt := filepath.Join(home, name+".pem"), filepath.Join(home, name+"-key.pem")
	pair, err := tls.LoadX509KeyPair(certificateAt, keyAt)
	if err == nil && time.Until(pair.Leaf.NotAfter) > life {
		return authority{pair.Leaf, pair.PrivateKey.(*ecdsa.PrivateKey)}, false, nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return authority{}, false, fmt.Errorf("the authority %s cannot be read: %w", name, err)
	}
	made, keyPEM, err := makeAuthority(name)
	if err != nil {
		return authority{}, false, err
	}
	err = errors.Join(
		os.MkdirAll(home, 0o700),
		write(keyAt, keyPEM, 0o600),
		write(certificateAt, made.certificatePEM(), 0o600),
	)
	return made, true, err
}

func makeAuthority(name string) (authority, []byte, error) {
	template := &x509.Certificate{
		Subject:               pkix.Name{CommonName: "Eviction Case Service, Temporal, " + name},
		IsCA:                  true,
		BasicConstraintsValid: true,
		MaxPathLenZero:        true,
		KeyUsage:              x509.KeyUsageCertSign,
	}
	key, keyPEM, err := newKey()
	if err != nil {
		return authority{}, nil, err
	}
	certificate, err := sign(template, template, key, key, authorityLife)
	return authority{certificate, key}, keyPEM, err
}

// A certificate for a client and, under its name and on the machine itself, a server.
func (a authority) issue(name string) (pemPair, error) {
	template := &x509.Certificate{
		Subject:     pkix.Name{CommonName: name},
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	if name == serverName || name == internodeName {
		template.ExtKeyUsage = append(template.ExtKeyUsage, x509.ExtKeyUsageServerAuth)
		template.DNSNames = []string{name, "localhost"}
		template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	}
	key, keyPEM, err := newKey()
	if err != nil {
		return pemPair{}, err
	}
	certificate, err := sign(template, a.certificate, key, a.key, life)
	if err != nil {
		return pemPair{}, err
	}
	return pemPair{pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate.Raw}), keyPEM}, nil
}

func sign(template, parent *x509.Certificate, key, parentKey *ecdsa.PrivateKey, valid time.Duration) (*x509.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, err
	}
	template.SerialNumber = serial
	template.NotBefore = time.Now().Add(-time.Hour) // clocks of hosts differ
	template.NotAfter = time.Now().Add(valid)
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, parentKey)
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}

func newKey() (*ecdsa.PrivateKey, []byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	return key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), err
}

// Whether a pair is whole, of this authority, and needs no renewal yet.
func isGood(certificateAt, keyAt string, authority authority) bool {
	pair, err := tls.LoadX509KeyPair(certificateAt, keyAt)
	return err == nil && bytes.Equal(pair.Leaf.RawIssuer, authority.certificate.RawSubject) &&
		pair.Leaf.CheckSignatureFrom(authority.certificate) == nil && time.Until(pair.Leaf.NotAfter) > renewedBefore
}

// A reader finds the old file or the new one, whole.
func write(file string, content []byte, mode os.FileMode) error {
	draft := file + ".new"
	if err := os.WriteFile(draft, content, mode); err != nil {
		return err
	}
	return os.Rename(draft, file)
}

func poolOf(file string) (*x509.CertPool, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(content) {
		return nil, fmt.Errorf("%s has no certificate", file)
	}
	return pool, nil
}
