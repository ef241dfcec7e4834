# The service alone, on the Node that it is developed on. Sources run unbuilt, so there is nothing to compile.
FROM node:26-slim AS packages
WORKDIR /app
# Manifests first: the packages are fetched again only when one of these changes.
COPY package.json package-lock.json ./
COPY packages/cli/package.json packages/cli/
COPY packages/core/package.json packages/core/
COPY packages/mcp/package.json packages/mcp/
COPY packages/sandbox/package.json packages/sandbox/
COPY packages/server/package.json packages/server/
# The optional packages are a Node of our own, which this image has already.
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund

FROM node:26-slim
WORKDIR /app
ENV NODE_ENV=production \
    X_MD_HOST=0.0.0.0 \
    X_MD_PORT=8787 \
    X_MD_DATA_DIR=/data
RUN install -d -o node -g node /data \
    && ln -s /app/packages/cli/bin/x-md.js /usr/local/bin/x-md \
    && ln -s /app/packages/cli/bin/mcp-x.js /usr/local/bin/mcp-x
COPY --from=packages /app ./
COPY LICENSE ./
COPY docs docs/
COPY packages packages/
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --start-interval=1s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.X_MD_PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Without npm between, signals reach the service, which then lets running requests finish.
CMD ["node", "packages/cli/bin/x-md.js", "serve"]
