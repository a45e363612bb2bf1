// Writes what a program was built from as CycloneDX, and the licence texts of its modules:
// `sbom <program> <licenses.json> <folder>`. Run it with the modules in the cache.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

type component struct {
	Type     string    `json:"type"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Purl     string    `json:"purl"`
	Licenses []license `json:"licenses"`
}

type license struct {
	Expression string `json:"expression"`
}

var isText = regexp.MustCompile(`(?i)^(licen[cs]e|notice|copying|patents)`)

func main() {
	log.SetFlags(0)
	program, list, folder := os.Args[1], os.Args[2], os.Args[3]
	info, err := buildinfo.ReadFile(program)
	check(err)
	text, err := os.ReadFile(list)
	check(err)
	var licenses map[string]string
	check(json.Unmarshal(text, &licenses))

	components := []component{{"platform", "go", strings.TrimPrefix(info.GoVersion, "go"), "pkg:generic/go@" + strings.TrimPrefix(info.GoVersion, "go"), []license{{"BSD-3-Clause"}}}}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		name := module.Path + "@" + module.Version
		if licenses[name] == "" {
			log.Fatalf("%s has no licence in %s", name, list)
		}
		components = append(components, component{"library", module.Path, module.Version, "pkg:golang/" + name, []license{{licenses[name]}}})
		copyTexts(module.Path, filepath.Join(folder, "licenses", name))
	}
	bom := map[string]any{"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "components": components}
	text, err = json.MarshalIndent(bom, "", "  ")
	check(err)
	check(os.WriteFile(filepath.Join(folder, "temporal.cdx.json"), text, 0o644))
	fmt.Println(len(components)-1, "modules")
}

func copyTexts(module, folder string) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	check(err)
	root := strings.TrimSpace(string(dir))
	files, err := os.ReadDir(root)
	check(err)
	check(os.MkdirAll(folder, 0o755))
	for _, file := range files {
		if file.IsDir() || !isText.MatchString(file.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, file.Name()))
		check(err)
		check(os.WriteFile(filepath.Join(folder, file.Name()), text, 0o644))
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
