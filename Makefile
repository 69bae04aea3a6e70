# Every target works on a bare checkout: it installs and builds what it needs first.
SHELL := /bin/bash
CLEANSLATE := node bin/cleanslate.js

.PHONY: demo test acceptance bench build lint docs engine engine-down image clean

demo: build
	@$(CLEANSLATE) run manifests/demo.yaml --report

test: build
	@scripts/test.sh

acceptance: build
	@scripts/test.sh --config vitest.acceptance.config.ts

bench: build
	@node test/bench/run.mjs

build: dist/.built

lint: node_modules/.installed
	npm run --silent lint

docs: build
	node dist/cli/docs.js

engine:
	@scripts/engine.sh up

engine-down:
	@scripts/engine.sh down

image: build
	@$(CLEANSLATE) images build base $(if $(BASE),--base $(BASE))

clean:
	rm -rf dist coverage node_modules

node_modules/.installed: package-lock.json package.json .npmrc
	npm ci --no-progress
	@touch $@

dist/.built: node_modules/.installed tsconfig.json tsconfig.build.json scripts/bundle-libraries.mjs $(shell find src -name '*.ts' -not -name '*.test.ts' -o -name '*.tsx' -o -name tsconfig.json)
	npm run --silent build
	@touch $@
