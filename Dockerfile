# hybridlint with MXNet 1.9.1, on a Python that both support:
#   docker build --tag hybridlint .
#   docker run --rm --volume "$PWD:/project" hybridlint hybridlint-runtime check mymodel:Net --shape 16,1,28,28
FROM python:3.11-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libgomp1 libquadmath0 \
    && rm -rf /var/lib/apt/lists/*
COPY pyproject.toml README.md LICENSE /source/
COPY hybridlint /source/hybridlint
COPY hybridlint_runtime /source/hybridlint_runtime
RUN pip install --no-cache-dir '/source[runtime,notebook]' && hybridlint-runtime install && rm -rf /source
# Models are other people's code: they do not run as root.
RUN useradd --create-home hybridlint
USER hybridlint
WORKDIR /project
CMD ["hybridlint", "check"]
