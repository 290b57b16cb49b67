import { type ChildProcess, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { SamlProduct, SamlProductOptions } from "./saml-product.ts";
import { findFreePort, isInstalled, startHttpProgram, stopProgram } from "./programs.ts";

const PRODUCT = "/usr/share/lemonldap-ng/portal";
const MODULES = ["Lemonldap::NG::Portal::Main", "Lemonldap::NG::Portal::Issuer::SAML"].concat([
  "Lemonldap::NG::Portal::Issuer::OpenIDConnect",
  "Lasso",
  "GD::SecurityImage",
  "Image::Magick",
]);

/** Tells whether LemonLDAP::NG is installed, with what it needs as a provider. */
export const isLemonLdapInstalled = (): boolean =>
  existsSync(PRODUCT) &&
  isInstalled("plackup") &&
  spawnSync("perl", [...MODULES.map((name) => `-M${name}`), "-e", "1"], { stdio: "ignore" }).status === 0;

/** A client of its OpenID provider. */
export interface RelyingParty {
  id: string;
  secret: string;
  redirectUri: string;
  signedOutUri: string;
}

export interface LemonLdapOptions extends SamlProductOptions {
  /** The name of its key for OpenID Connect. */
  keyId?: string;
  openid?: RelyingParty;
}

const toForm = (user: string) => ({ user, password: user });

/**
 * LemonLDAP::NG as a SAML identity provider and as an OpenID provider, from a configuration in a folder of its own. Its
 * people are those that it has for demonstrations: `dwho` and `rtyler`, whose passwords are their names.
 */
export class LemonLdap implements SamlProduct {
  readonly publishesNextKey = false;
  readonly people = {
    trainer: { email: "dwho@badwolf.org", first_name: "Doctor", last_name: "Who", form: toForm("dwho") },
    learner: { email: "rtyler@badwolf.org", first_name: "Rose", last_name: "Tyler", form: toForm("rtyler") },
  };
  readonly origin: string;
  readonly #port: number;
  readonly #folder: string;
  #configured = 0;
  #configuration = "";
  #child: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.#port = port;
    this.origin = `http://127.0.0.1:${port}`;
    this.#folder = folder;
  }

  static async start(options: LemonLdapOptions): Promise<LemonLdap> {
    const folder = await mkdtemp(path.join(tmpdir(), "cairn-lemonldap-"));
    const product = new LemonLdap(await findFreePort(), folder);
    await product.configure(options);
    return product;
  }

  get metadataUrl(): string {
    return `${this.origin}/saml/metadata`;
  }

  get entityId(): string {
    return this.metadataUrl;
  }

  get signOutUrl(): string {
    return `${this.origin}/?logout=1`;
  }

  /** Writes its configuration, and starts it again with it. The sessions of its people stay. */
  async configure(options: LemonLdapOptions): Promise<void> {
    const configuration = JSON.stringify(options);
    if (configuration === this.#configuration) return;
    if (this.#child) await stopProgram(this.#child);
    await this.#write(options);
    this.#child = await startHttpProgram(
      "plackup",
      ["--host", "127.0.0.1", "--port", String(this.#port), "--env", "deployment", `${PRODUCT}/htdocs/index.psgi`],
      { env: { LLNG_DEFAULTCONFFILE: path.join(this.#folder, "lemonldap-ng.ini") }, address: `${this.origin}/` },
    );
    this.#configuration = configuration;
  }

  async #write({ key, keyId = "1", client, encrypts = false, openid }: LemonLdapOptions): Promise<void> {
    const toFolder = (name: string) => path.join(this.#folder, name);
    for (const name of ["conf", "cache", "sessions/lock", "psessions/lock"])
      await mkdir(toFolder(name), { recursive: true });
    const storage = (name: string) => ({ Directory: toFolder(name), LockDirectory: toFolder(`${name}/lock`) });
    await writeFile(
      toFolder("lemonldap-ng.ini"),
      `[all]
logLevel = warn
logger = Lemonldap::NG::Common::Logger::Std
[configuration]
type = File
dirName = ${toFolder("conf")}
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'conf', 'default_expires_in' => 600, 'directory_umask' => '007', 'cache_root' => '${toFolder("cache")}', 'cache_depth' => 3 }
[portal]
templateDir = ${PRODUCT}/templates
staticPrefix = /static
`,
    );
    const number = ++this.#configured;
    const configuration = {
      cfgNum: number,
      cfgDate: String(Math.floor(Date.now() / 1_000)),
      cfgVersion: "2.16.1",
      portal: `${this.origin}/`,
      domain: "127.0.0.1",
      cookieName: "lemonldap",
      securedCookie: 0,
      authentication: "Demo",
      userDB: "Same",
      passwordDB: "Null",
      demoExportedVars: { cn: "cn", mail: "mail", uid: "uid" },
      exportedVars: {},
      macros: { _whatToTrace: "$uid", verified: "1" },
      groups: { trainers: '$uid eq "dwho"', staff: "1" },
      whatToTrace: "uid",
      globalStorage: "Apache::Session::File",
      globalStorageOptions: {
        ...storage("sessions"),
        generateModule: "Lemonldap::NG::Common::Apache::Session::Generate::SHA256",
      },
      persistentStorage: "Apache::Session::File",
      persistentStorageOptions: storage("psessions"),
      localSessionStorage: "Cache::FileCache",
      localSessionStorageOptions: { namespace: "sessions", cache_root: toFolder("cache"), cache_depth: 3 },
      locationRules: {},
      requireToken: 0,
      // What would need further packages.
      portalDisplayRegister: 0,
      portalDisplayResetPassword: 0,
      captcha_mail_enabled: 0,
      captcha_register_enabled: 0,
      issuerDBSAMLActivation: 1,
      samlServicePrivateKeySig: key.privateKey,
      samlServicePublicKeySig: key.certificate,
      samlServiceUseCertificateInResponse: 1,
      ...(client !== undefined && {
        samlSPMetaDataXML: { cairn: { samlSPMetaDataXML: client } },
        samlSPMetaDataOptions: {
          cairn: {
            samlSPMetaDataOptionsNameIDFormat: "persistent",
            samlSPMetaDataOptionsSignSSOMessage: 1,
            samlSPMetaDataOptionsSignSLOMessage: 1,
            samlSPMetaDataOptionsCheckSSOMessageSignature: 1,
            samlSPMetaDataOptionsCheckSLOMessageSignature: 1,
            samlSPMetaDataOptionsEncryptionMode: encrypts ? "assertion" : "none",
          },
        },
        samlSPMetaDataExportedAttributes: {
          cairn: { mail: "1;mail", cn: "1;displayName", groups: "0;groups" },
        },
      }),
      issuerDBOpenIDConnectActivation: 1,
      oidcServicePrivateKeySig: key.privateKey,
      oidcServicePublicKeySig: key.certificate,
      oidcServiceKeyIdSig: keyId,
      // As Debian installs it.
      oidcServiceIgnoreScopeForClaims: 1,
      oidcServiceMetaDataIssuer: this.origin,
      ...(openid && {
        oidcRPMetaDataOptions: {
          cairn: {
            oidcRPMetaDataOptionsClientID: openid.id,
            oidcRPMetaDataOptionsClientSecret: openid.secret,
            oidcRPMetaDataOptionsRedirectUris: openid.redirectUri,
            oidcRPMetaDataOptionsPostLogoutRedirectUris: openid.signedOutUri,
            oidcRPMetaDataOptionsIDTokenSignAlg: "RS256",
            oidcRPMetaDataOptionsRequirePKCE: 1,
            oidcRPMetaDataOptionsBypassConsent: 1,
            oidcRPMetaDataOptionsUserIDAttr: "uid",
          },
        },
        oidcRPMetaDataExportedVars: {
          cairn: { name: "cn", email: "mail", email_verified: "verified;bool;auto", groups: "groups;string;always" },
        },
        oidcRPMetaDataOptionsExtraClaims: { cairn: {} },
      }),
    };
    await writeFile(toFolder(`conf/lmConf-${number}.json`), JSON.stringify(configuration));
  }

  async stop(): Promise<void> {
    if (this.#child) await stopProgram(this.#child);
    await rm(this.#folder, { recursive: true, force: true });
  }
}
