# Node 26 is the active LTS line since October 2026.
FROM node:26-trixie-slim AS base
WORKDIR /app

# All packages and the compiler; not part of the image. It creates what `npm pack` would publish.
FROM base AS build
COPY package.json package-lock.json ./
COPY scripts/contract-types/package.json scripts/contract-types/
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json openapi.yaml ./
COPY scripts scripts
COPY src src
COPY tasks tasks
COPY web web
COPY README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md ./
COPY bench bench
COPY integrations integrations
COPY docs docs
COPY help help
COPY monitoring monitoring
COPY templates templates
RUN npm pack --pack-destination /tmp && tar -xzf /tmp/*.tgz -C /tmp

# The packages that npm installs with this one, in the versions of the lock file; all others are bundled.
FROM build AS packages
RUN cp /tmp/package/package.json . && npm prune --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/.cache && find node_modules -type d -empty -delete

FROM base AS gateway
# Used when REDIS_URL is not set: Flowgate then runs its own Redis on a socket in the data folder.
RUN apt-get update \
 && apt-get install -y --no-install-recommends redis-server \
 # Files that differ from build to build.
 && rm -rf /var/lib/apt/lists /var/log/apt /var/log/*.log /var/cache/apt /var/cache/ldconfig \
 && install -d -o node -g node -m 0700 /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /tmp/package ./
# The command line in addition to the server: `docker run --rm -i <image> flowgate validate - < flow.yaml`.
RUN ln -s /app/scripts/flowgate.mjs /usr/local/bin/flowgate

ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    FLOWGATE_DATA=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 CMD ["node", "scripts/health-check.mjs"]
# Node.js itself is the first process, so that SIGTERM reaches it.
CMD ["node", "dist/src/main.js"]

# For flows that run in the container (`docker build --target local .`): the tools that scripts expect on an agent.
FROM gateway AS local
USER root
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates curl git openssh-client python3 python3-pip python3-venv \
 && rm -rf /var/lib/apt/lists /var/log/apt /var/log/*.log /var/cache/apt /var/cache/ldconfig
USER node

# The last stage, which `docker build .` builds.
FROM gateway AS flowgate
