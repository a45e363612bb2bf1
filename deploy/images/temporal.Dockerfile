# The Temporal server with certificate authorization, and the program that issues the certificates.
#   docker build --file deploy/images/temporal.Dockerfile --tag eviction-case-temporal:<version> .

FROM golang:1.26.8-bookworm AS build
WORKDIR /temporal
COPY deploy/temporal/go.mod deploy/temporal/go.sum ./
RUN --mount=type=cache,id=go-modules,target=/go/pkg/mod go mod download
COPY deploy/temporal/server ./server
RUN --mount=type=cache,id=go-modules,target=/go/pkg/mod --mount=type=cache,id=go-build,target=/root/.cache/go-build \
    CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /out/usr/local/bin/temporal-server ./server
# What the program was built from, with licences and their texts.
COPY deploy/temporal/licenses.json ./
COPY deploy/temporal/sbom ./sbom
RUN --mount=type=cache,id=go-modules,target=/go/pkg/mod --mount=type=cache,id=go-build,target=/root/.cache/go-build \
    mkdir /out/sbom && go run ./sbom /out/usr/local/bin/temporal-server licenses.json /out/sbom
# New volumes inherit the owner of their folders, to which the program writes certificates.
RUN cd /out && mkdir -p certificates && cd certificates && mkdir authority temporal temporal-web tasks ops \
    public-gateway customer-gateway attorney-gateway case-worker delivery-worker

# Only the program and what it is made of: it includes time zones, and trusts no authority but ours.
FROM scratch AS runtime
COPY --from=build --chown=1000:1000 /out/certificates /certificates
COPY --from=build /out/usr/local/bin/temporal-server /usr/local/bin/temporal-server
COPY --from=build /out/sbom /sbom
COPY deploy/temporal/dynamic.yaml deploy/temporal/server-tls.yaml.template /etc/temporal/
# USER and HOME: the server asks who it runs as, and there is no /etc/passwd to look it up in.
ENV USER=temporal HOME=/ \
    TEMPORAL_CERTIFICATES=/run/certificates \
    DYNAMIC_CONFIG_FILE_PATH=/etc/temporal/dynamic.yaml \
    BIND_ON_IP=0.0.0.0
USER 1000:1000
EXPOSE 7233
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=2s --timeout=5s --start-period=120s --retries=5 CMD ["/usr/local/bin/temporal-server", "health", "127.0.0.1:7233"]
ENTRYPOINT ["/usr/local/bin/temporal-server"]
CMD ["--config-file", "/etc/temporal/server-tls.yaml.template", "start"]
