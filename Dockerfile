# syntax=docker/dockerfile:1

FROM node:26-bookworm-slim AS build
WORKDIR /pulse
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts
COPY . .
# The commit, which /readyz shows: `--build-arg COMMIT=$(git rev-parse HEAD)`.
ARG COMMIT
RUN npm run build

# Run-time dependencies. DuckDB is optional and only for the sandbox: `--build-arg OPTIONAL=include`.
FROM node:26-bookworm-slim AS dependencies
ARG OPTIONAL=omit
WORKDIR /pulse
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --$OPTIONAL=optional --ignore-scripts

FROM node:26-bookworm-slim
ENV NODE_ENV=production APP_ENV=production PORT=3000
WORKDIR /pulse
COPY --from=dependencies /pulse/node_modules node_modules
COPY --from=build /pulse/build build
COPY package.json ./
COPY public public
COPY server/main.js server/main.js
# User node by its number, because Kubernetes cannot tell whether a name is root.
USER 1000
EXPOSE 3000
# Checks readiness, not only liveness: an orchestrator that waits for health then waits until a proxy may use the
# instance. The check runs in bash, because each start of node would take 40 MB and 50 ms of a processor. It removes
# quotes around the port, which Docker keeps, as the server does.
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s \
  CMD ["bash", "-c", "p=${PORT//[^0-9]/}; exec 3<>/dev/tcp/127.0.0.1/${p:-3000} && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ $status = 200 ]"]
# node itself is process 1, so that SIGTERM reaches it.
CMD ["node", "--max-old-space-size=512", "server/main.js"]
