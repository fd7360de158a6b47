# From the packed tarball: npm run package -- . && docker build -t unveil .
# docker run --rm --network none -v "$PWD:/data" unveil visits.csv --yes
FROM node:24-slim
COPY unveil-audit-unveil-*.tgz /tmp/unveil/
RUN npm install --global --omit=optional --ignore-scripts --no-audit --no-fund /tmp/unveil/*.tgz && rm -r /tmp/unveil
ENV UNVEIL_HOME=/data/.unveil
USER node
WORKDIR /data
ENTRYPOINT ["unveil"]
CMD ["--help"]
