package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"twophase/internal/files/durable"
	"twophase/internal/study"
)

func main() {
	docs := flag.String("docs", "", "print Markdown, and write pictures to this folder")
	flag.Parse()
	if err := write(context.Background(), flag.Args(), *docs); err != nil {
		fmt.Fprintln(os.Stderr, "claims:", err)
		os.Exit(1)
	}
}

// write tests the claims of some files. It prints what is found of each, as Markdown behind an overview if there is a folder
// for pictures.
func write(ctx context.Context, paths []string, docs string) error {
	if len(paths) == 0 {
		return fmt.Errorf("give files of claims, such as testdata/claims/*.yaml")
	}
	var sections []study.Section
	var verdicts []string
	for _, path := range paths {
		c, err := load(path)
		if err != nil {
			return err
		}
		begin := time.Now()
		all, err := c.test(ctx)
		if err != nil {
			return err
		}
		s, err := c.section(all, time.Since(begin))
		if err != nil {
			return err
		}
		sections, verdicts = append(sections, s), append(verdicts, summed(all))
		if docs == "" {
			fmt.Println(s.Text())
			continue
		}
		for _, f := range s.Files {
			if err := durable.Write(filepath.Join(docs, f.Name), f.Content, 0o644); err != nil {
				return err
			}
		}
	}
	if docs == "" {
		return nil
	}
	fmt.Print(overview(sections, verdicts).Markdown())
	for _, s := range sections {
		fmt.Printf("\n%s", s.Markdown())
	}
	return nil
}
