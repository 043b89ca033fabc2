// What makes clients of the shop's OpenAPI document, each at one version, and linters of it. Commands are of sh, in a folder of the
// generator's own with its programs from clients/; $DOCUMENT and $CACHE are the document's and the downloads' places.

const OPENAPI_GENERATOR = "org.openapitools:openapi-generator-cli:7.25.0";
const OAPI_CODEGEN = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
const OGEN = "github.com/ogen-go/ogen/cmd/ogen@v1.24.0";
const OPENAPI_PYTHON_CLIENT = "openapi-python-client==0.29.1";
const OPENAPI_TYPESCRIPT =
  "openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3 @types/node@24.10.1";
const SPECTRAL = "@stoplight/spectral-cli@6.16.3";
const REDOCLY = "@redocly/cli@2.77.0";

export interface Generator {
  name: string;
  /** Its folder in clients/. */
  programs: string;
  /** What the machine must have. */
  needs: readonly string[];
  /** Downloads, where that is not done yet. */
  get: string;
  generate: string;
  compile: string;
  /** Prints the names of the responses of a later release whose values it keeps. */
  read?: string;
  /** Takes a payment and refunds it. Its arguments are added: the service's URL, and a shop's client id and secret. */
  pay?: string;
  /** Runs with each change, not only when the document has changed. */
  isShort?: true;
  /** The most bytes, files or lines that it may make, and what counts them. */
  size?: { most: number; count: string };
}

const jar = OPENAPI_GENERATOR.split(":").slice(1).join("-");

function openapiGenerator(language: string, options = ""): Pick<Generator, "programs" | "get" | "generate"> {
  return {
    programs: "openapi-generator",
    get: `test -f $CACHE/${jar}.jar || mvn -q -B dependency:copy -Dartifact=${OPENAPI_GENERATOR} -DoutputDirectory=$CACHE`,
    generate: `java -jar $CACHE/${jar}.jar generate -g ${language} -i $DOCUMENT -o client ${options}`,
  };
}

const npmInstall = (packages: string) =>
  `npm install --ignore-scripts --no-audit --prefer-offline ${packages}`;

export const GENERATORS: readonly Generator[] = [
  {
    name: "openapi-generator for Python",
    needs: ["java", "mvn", "python3"],
    ...openapiGenerator("python"),
    // No other file imports the one for the webhooks, which a shop receives and does not call, and it is no Python.
    compile:
      "python3 -m venv venv && venv/bin/pip install -q ./client && python3 -m compileall -q -x webhooks_api client/openapi_client",
    read: "venv/bin/python read.py openapi_client",
    pay: "venv/bin/python shop.py",
  },
  {
    name: "openapi-generator for Java",
    needs: ["java", "javac", "mvn"],
    ...openapiGenerator("java"),
    compile:
      "mvn -q -B -f client compile dependency:build-classpath -Dmdep.outputFile=classpath && javac -d client/target/classes -cp client/target/classes:$(cat client/classpath) *.java",
    read: "java -cp client/target/classes:$(cat client/classpath) Read",
    pay: "java -cp client/target/classes:$(cat client/classpath) Shop",
  },
  {
    name: "openapi-generator for PHP",
    needs: ["java", "mvn", "php"],
    ...openapiGenerator("php"),
    compile: "find client/lib -name '*.php' -print0 | xargs -0 -n 1 -P 2 php -l",
    size: {
      most: 4_000_000,
      count: "find client -type f -printf '%s\\n' | awk '{ sum += $1 } END { print sum }'",
    },
    pay: "php shop.php",
  },
  {
    name: "openapi-generator for Ruby",
    needs: ["java", "mvn", "ruby"],
    ...openapiGenerator("ruby"),
    compile:
      "find client/lib -name '*.rb' -print0 | xargs -0 ruby -e 'ARGV.each { |file| RubyVM::InstructionSequence.compile_file(file) }'",
    pay: "ruby -Iclient/lib shop.rb",
  },
  {
    name: "openapi-generator for Go",
    needs: ["java", "mvn", "go"],
    // Without the prefix, the constants of two enumerations have one name.
    ...openapiGenerator("go", "--additional-properties=enumClassPrefix=true"),
    compile: "cd client && go mod tidy && go build ./...",
  },
  {
    name: "ogen",
    programs: "ogen",
    needs: ["go"],
    get: `go install ${OGEN}`,
    // It has no alternatives of objects but by a discriminator, and leaves out the three operations with events.
    generate: "go mod init shop && $GOBIN/ogen --config ogen.yml --target api --package api $DOCUMENT",
    compile: "go mod tidy && go build ./...",
  },
  {
    name: "oapi-codegen",
    isShort: true,
    programs: "oapi-codegen",
    needs: ["go"],
    get: `go install ${OAPI_CODEGEN}`,
    generate:
      "mkdir payments && $GOBIN/oapi-codegen -generate types,client -package payments -o payments/payments.go $DOCUMENT",
    compile: "go mod init shop && go mod tidy && go build -o shop .",
    size: { most: 18_950, count: "wc -l < payments/payments.go" },
    pay: "./shop",
  },
  {
    name: "openapi-python-client",
    isShort: true,
    programs: "openapi-python-client",
    needs: ["python3"],
    get: `python3 -m venv venv && venv/bin/pip install -q ${OPENAPI_PYTHON_CLIENT}`,
    generate: "venv/bin/openapi-python-client generate --path $DOCUMENT --output-path client",
    compile:
      "venv/bin/pip install -q ./client && python3 -m compileall -q client/merchant_payments_shop_client",
    size: { most: 222, count: "find client -name __pycache__ -prune -o -type f -print | wc -l" },
    read: "venv/bin/python read.py merchant_payments_shop_client.models",
    pay: "venv/bin/python shop.py",
  },
  {
    name: "openapi-typescript",
    programs: "openapi-typescript",
    needs: ["npm"],
    get: npmInstall(OPENAPI_TYPESCRIPT),
    generate: "npx openapi-typescript $DOCUMENT -o payments.d.ts",
    compile:
      "npx tsc --strict --module nodenext --target es2024 --types node --allowImportingTsExtensions --rewriteRelativeImportExtensions shop.ts later-values.ts",
    read: "node later-values.js",
    pay: "node shop.js",
  },
];

export const LINTERS = [
  { name: "spectral", get: npmInstall(SPECTRAL), lint: "npx spectral lint --fail-severity hint" },
  { name: "redocly", get: npmInstall(REDOCLY), lint: "npx redocly lint --max-problems 1000" },
];

export const STORY = {
  get: npmInstall(REDOCLY),
  play: "npx redocly lint story.arazzo.yaml && npx redocly respect story.arazzo.yaml",
};
