# Node is a package of the lock file, the same on every machine; Debian brings only the npm that unpacks it.
FROM debian:bookworm-slim AS build
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates npm \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /askwell

# First what changes seldom, so that a change of code doesn't install everything again.
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY client/package.json client/
COPY plugin-kit/package.json plugin-kit/
COPY create-plugin/package.json create-plugin/
COPY plugins plugins
COPY server/package.json server/
COPY web/package.json web/
COPY cli/package.json cli/
RUN npm ci --ignore-scripts

COPY . .
RUN node tools/right-node.mjs tools/web-build.ts \
  && npm prune --omit=dev --ignore-scripts \
  && cd node_modules \
  && rm -rf node-linux-*/include node-linux-*/share node-linux-*/*.md @img/*musl* \
  && cd .bin \
  && ln -sf ../node-linux-*/bin/node node


FROM debian:bookworm-slim
ENV NODE_ENV=production \
  ASKWELL_HOST=0.0.0.0 \
  ASKWELL_PORT=8080 \
  ASKWELL_DATA=/data \
  PATH=/askwell/node_modules/.bin:$PATH
RUN useradd --system --user-group --uid 10001 --no-create-home askwell \
  && install --directory --owner=askwell --group=askwell --mode=700 /data
WORKDIR /askwell
COPY --from=build /askwell/package.json ./
COPY --from=build /askwell/node_modules node_modules
COPY --from=build /askwell/contract contract
COPY --from=build /askwell/plugin-kit plugin-kit
COPY --from=build /askwell/create-plugin create-plugin
COPY --from=build /askwell/plugins plugins
COPY --from=build /askwell/server server
COPY --from=build /askwell/cli cli
COPY --from=build /askwell/tools/right-node.mjs tools/
COPY --from=build /askwell/locales locales
COPY --from=build /askwell/web/package.json /askwell/web/context.ts web/
COPY --from=build /askwell/web/build web/build
# `docker compose exec askwell askwell doctor`
RUN ln -s /askwell/cli/askwell.mjs /usr/local/bin/askwell

USER askwell
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ASKWELL_PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
