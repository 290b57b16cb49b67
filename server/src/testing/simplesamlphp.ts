import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { SamlProduct, SamlProductOptions } from "./saml-product.ts";
import { findFreePort, isInstalled, startHttpProgram, stopProgram } from "./programs.ts";

const PRODUCT = "/usr/share/simplesamlphp/www";

/** Tells whether SimpleSAMLphp is installed, and PHP for it. */
export const isSimpleSamlInstalled = (): boolean => existsSync(PRODUCT) && isInstalled("php");

const toForm = (name: string) => ({ username: name, password: `${name}-secret` });

/** SimpleSAMLphp as an identity provider with two people, from a configuration in a folder of its own. */
export class SimpleSaml implements SamlProduct {
  readonly publishesNextKey = true;
  readonly people = {
    trainer: { email: "ada@northgate.test", first_name: "Ada", last_name: "Byron", form: toForm("ada") },
    learner: { email: "bob@northgate.test", first_name: "Bob", last_name: "Cole", form: toForm("bob") },
  };
  readonly origin: string;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(origin: string, folder: string) {
    this.origin = origin;
    this.#folder = folder;
  }

  static async start(configuration: SamlProductOptions): Promise<SimpleSaml> {
    const port = await findFreePort();
    const folder = await mkdtemp(path.join(tmpdir(), "cairn-simplesamlphp-"));
    const product = new SimpleSaml(`http://127.0.0.1:${port}`, folder);
    await product.configure(configuration);
    // PHP would keep the compiled configuration for some seconds after a change.
    const options = ["-d", "opcache.enable=0", "-S", `127.0.0.1:${port}`, "-t", PRODUCT];
    product.#child = await startHttpProgram("php", options, {
      env: { SIMPLESAMLPHP_CONFIG_DIR: path.join(folder, "config") },
      address: product.metadataUrl,
    });
    return product;
  }

  get metadataUrl(): string {
    return `${this.origin}/saml2/idp/metadata.php`;
  }

  get signOutUrl(): string {
    const done = new URLSearchParams({ ReturnTo: `${this.origin}/logout.php` });
    return `${this.origin}/saml2/idp/SingleLogoutService.php?${done.toString()}`;
  }

  get entityId(): string {
    return `${this.origin}/idp`;
  }

  /** Writes its configuration, which it reads with each request. */
  async configure({ key, nextKey, encrypts = false, client }: SamlProductOptions): Promise<void> {
    const toFolder = (name: string) => path.join(this.#folder, name);
    for (const name of ["config", "metadata", "sessions", "keys", "data"])
      await mkdir(toFolder(name), { recursive: true });
    const php = (name: string, text: string) => writeFile(toFolder(name), `<?php\n${text}\n`);
    for (const [name, each] of Object.entries({ now: key, ...(nextKey && { next: nextKey }) })) {
      await writeFile(toFolder(`keys/${name}.key`), each.privateKey);
      await writeFile(toFolder(`keys/${name}.crt`), each.certificate);
    }
    await php(
      "config/config.php",
      `$config = [
        'baseurlpath' => '${this.origin}/',
        'certdir' => '${toFolder("keys")}/', 'datadir' => '${toFolder("data")}/', 'tempdir' => '${toFolder("data")}',
        'loggingdir' => '${toFolder("data")}/', 'metadatadir' => '${toFolder("metadata")}/',
        'trusted.url.domains' => ['127.0.0.1'], 'secretsalt' => 'a salt for tests', 'auth.adminpassword' => 'not used in tests', 'timezone' => 'UTC',
        'logging.handler' => 'stderr', 'logging.level' => 4, 'showerrors' => true,
        'enable.saml20-idp' => true, 'store.type' => 'phpsession',
        'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
        'session.cookie.secure' => false, 'session.cookie.samesite' => null,
        'session.phpsession.cookiename' => 'SimpleSAML', 'session.phpsession.savepath' => '${toFolder("sessions")}',
        'language.default' => 'en', 'language.available' => ['en'], 'language.cookie.secure' => false,
        'metadata.sources' => [['type' => 'flatfile']${client === undefined ? "" : `, ['type' => 'xml', 'file' => '${toFolder("client.xml")}']`}],
      ];`,
    );
    if (client !== undefined) await writeFile(toFolder("client.xml"), client);
    const person = (id: string, given: string, family: string, groups: string[]) =>
      `'${id}:${id}-secret' => ['uid' => ['${id}'], 'mail' => ['${id}@northgate.test'], 'givenName' => ['${given}'],
        'sn' => ['${family}'], 'groups' => [${groups.map((each) => `'${each}'`).join(", ")}]],`;
    await php(
      "config/authsources.php",
      `$config = ['people' => ['exampleauth:UserPass',
        ${person("ada", "Ada", "Byron", ["staff", "trainers"])}
        ${person("bob", "Bob", "Cole", ["staff"])}
      ]];`,
    );
    const persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
    await php(
      "metadata/saml20-idp-hosted.php",
      `$metadata['${this.entityId}'] = [
        'host' => '__DEFAULT__', 'auth' => 'people',
        'privatekey' => 'now.key', 'certificate' => 'now.crt',
        ${nextKey ? "'new_certificate' => 'next.crt'," : ""}
        'validate.authnrequest' => true, 'validate.logout' => true, 'sign.logout' => true,
        'assertion.encryption' => ${encrypts},
        'NameIDFormat' => '${persistent}',
        'authproc' => [5 => ['class' => 'saml:AttributeNameID', 'attribute' => 'uid', 'Format' => '${persistent}']],
      ];`,
    );
  }

  async stop(): Promise<void> {
    if (this.#child) await stopProgram(this.#child);
    await rm(this.#folder, { recursive: true, force: true });
  }
}
