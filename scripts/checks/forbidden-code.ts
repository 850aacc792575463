import { writersOfSpreadsheets } from './spreadsheet-writers.ts'

export type ForbiddenCode = {
  /** Ends the sentence "no source …". */
  does: string
  pattern: RegExp
  /** A line that the pattern must match, so that a pattern that stopped working is noticed. */
  example: string
  /** Files, or folders ending in a slash, that are allowed to, and why. */
  except?: Record<string, string>
}

const launcher = { 'packages/db/src/embedded/': 'starts PostgreSQL, with fixed programs and argument lists' }
const simulator = {
  'packages/mpesa/src/simulator/': 'stands in for M-Pesa on a laptop and in tests',
  'packages/rails/src/simulator/': 'stands in for Airtel and for airtime on a laptop and in tests',
  'packages/sms/src/simulator/': "stands in for Africa's Talking in tests",
}

/** What docs/security.md says the program never does. An intended use gets an exception with a reason. */
export const forbiddenCode: ForbiddenCode[] = [
  {
    does: 'turns text into program',
    pattern: /(?<![\w.])eval\(|new Function\(|node:vm\b|set(?:Timeout|Interval)\(\s*['"`]/,
    example: 'const run = new Function(text)',
  },
  {
    does: 'puts text into a page as markup',
    pattern:
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcDoc|DOMParser|createContextualFragment/,
    example: 'element.innerHTML = name',
  },
  {
    does: 'passes messages between windows',
    pattern: /\bpostMessage\(|addEventListener\(\s*['"]message['"]|\bonmessage\b/,
    example: "window.addEventListener('message', listen)",
    except: {
      'apps/web/src/worker/service-worker.ts':
        'a message from a page of this site: no other origin reaches it',
      'apps/web/src/auth/session.ts':
        'asks this site’s own worker to forget its files, and listens to nobody',
    },
  },
  {
    does: 'reads a typed number another way than readAmount, which never guesses what a comma means',
    pattern: /^\s+NumberInput,$|\bNumberInput\b.*'@mantine\/core'/,
    example: "import { Button, NumberInput } from '@mantine/core'",
  },
  {
    does: 'leads a browser away from the site',
    pattern: /window\.open\(|location\.(?:assign|replace)\(|location(?:\.href)? = |reply\.redirect\(/,
    example: 'location.href = offer.externalUrl',
    except: {
      'apps/server/src/rest/mount-rest.ts': 'from one address of this site to another; both are constants',
      'apps/web/src/ui/actions/external-link.tsx':
        "a partner's page, in a tab of its own, when the member asks for it",
    },
  },
  {
    does: 'sets or reads a cookie',
    pattern: /document\.cookie|cookieStore|set-cookie|fastify\/cookie|\.setCookie\(|headers\.cookie/i,
    example: "reply.header('Set-Cookie', session)",
  },
  {
    does: 'lets another origin in',
    pattern: /access-control-allow|fastify\/cors/i,
    example: "reply.header('Access-Control-Allow-Origin', '*')",
  },
  {
    does: 'writes SQL as text',
    pattern: /\bsql\.(?:raw|lit|ref|id|table)\(|\b(?:client|pool)\.query\(/,
    example: "await sql.raw('select ' + name).execute(db)",
    except: {
      'packages/core/test/simulated-year/clock.ts':
        'moves the clock of its own database: DDL takes no parameters',
      'packages/db/src/client.ts': 'sends notices with one constant statement, outside transactions',
      'packages/db/src/functions.ts': 'applies the functions, which come with the program',
      'packages/db/src/queries/counts.ts': 'names tables and columns of its own list, which are constants',
      'packages/db/src/queries/surveys/survey-results.ts': 'numbers the aliases of its joins',
      'packages/db/src/queries/write-together.ts': 'names its parts, as the source calls them',
      'packages/db/src/migrate.ts': 'runs the migrations, which come with the program',
      'packages/db/src/backup/': 'copies every table: names are quoted, and DDL takes no parameters',
      'packages/db/src/distribution/find-obstacles.ts': 'queries the catalogue with two constant statements',
      'packages/db/src/embedded/create-cluster.ts': 'quotes with the driver: DDL takes no parameters',
      'packages/db/src/grants.ts':
        'names tables, rights and a role of the environment: DDL takes no parameters',
      'packages/core/src/books/seals/seals.testing.ts':
        'tampers with tables whose names are constants, for tests',
      'packages/db/src/timeouts.ts': 'sets constants for its own role: DDL takes no parameters',
      'packages/db/src/queries/list-page.ts': 'names tables and columns, which are constants',
      'packages/db/src/queries/listen.ts': 'LISTEN takes no parameters; the channels are constants',
      'packages/db/src/queries/payouts/payouts.ts':
        'names tables and columns with account numbers, which are constants',
      'packages/db/src/queries/secrets.ts': 'names tables and columns with secrets, which are constants',
      'packages/db/src/queries/wallet/statements.ts': 'names one of two columns, which are constants',
      'packages/db/src/queries/wallet/withdrawals.ts':
        'names tables and columns with account numbers, which are constants',
      'packages/db/src/seed-large/': 'fills an empty database with numbers and constants',
      'packages/db/src/seed-story/': 'names tables, triggers and columns, which are constants',
    },
  },
  {
    does: 'starts programs',
    pattern: /node:child_process|node:cluster|node:worker_threads/,
    example: "import { exec } from 'node:child_process'",
    except: launcher,
  },
  {
    does: 'hands a line to a shell',
    pattern: /shell: true|(?<![\w.])exec(?:Sync)?\(/,
    example: 'spawn(line, { shell: true })',
  },
  {
    does: 'draws from a weak source',
    pattern: /Math\.random/,
    example: 'const prize = Math.random()',
    except: {
      'apps/web/src/live/use-retries.ts': 'spreads the retries of many pages',
      'packages/client/src/call-until-answered.ts': 'spreads the further tries of many callers',
    },
  },
  {
    does: 'uses an identifier as a secret',
    pattern: /\brandomUUID\(/,
    example: 'const token = randomUUID()',
    except: {
      'packages/db/src/queries/payouts/payout-callbacks.ts': 'names a callback; its secret is the token',
      'packages/db/src/queries/partners/clicks.ts': 'names a click; its secret is the reference',
      'packages/db/src/queries/webhooks/webhooks.ts': 'tells one change from another',
      'packages/core/src/admin/keys.ts': 'names a key; its secret is the token',
      'packages/core/src/clients/people/client-links.ts': 'names a link; its secret is the token',
      'packages/core/src/surveys/sign-off/sign-off-links.ts': 'names a link; its secret is the token',
      'packages/core/src/wallet/edit-earnings.ts': 'tells one correction from another',
      'packages/core/src/approvals/or-ask-another.ts': 'names a secret that is sealed for it',
      'packages/core/src/partners/events.ts':
        'names an event or a partner before its secrets are sealed for it',
      'packages/core/src/wallet/destinations/codes.ts': 'names a code, which is drawn apart from it',
      'packages/core/src/payouts/withdrawals.ts':
        'names a withdrawal before its account number is sealed for it',
      'packages/core/src/webhooks/endpoints.ts': 'names a webhook before its secret is sealed for it',
      'packages/core/src/premium/grant-premium.ts': 'tells one grant from another',
      'packages/core/src/payouts/batches/batches.ts':
        'names a batch; what the bank refers to is drawn apart from it',
      'packages/core/src/receivables/reports/import-report.ts': 'names a report before its rows are compared',
      'packages/db/src/queries/webhooks/webhook-deliveries.ts': 'tells one test event from another',
      'packages/mpesa/src/simulator/': simulator['packages/mpesa/src/simulator/'],
    },
  },
  {
    does: 'hashes or encrypts with something broken',
    pattern: /['"](?:md5|sha1|rc4|des|aes-\d+-(?:ecb|cbc))['"]|\bcreate(?:De)?[cC]ipher(?:iv)?\(/i,
    example: "createHash('md5')",
    except: {
      'packages/core/src/auth/factor.ts': 'HMAC-SHA-1, as RFC 6238 and every authenticator app have it',
      'packages/core/src/secrets/secrets.ts': 'AES-256-GCM with a random nonce',
      'packages/db/src/backup/encrypt-chunks.ts': 'AES-256-GCM with a key for each file and numbered nonces',
      'packages/postback/src/': 'partners choose how they sign; a weak hash is keyed by their secret',
      'packages/rails/src/airtel.ts':
        'Airtel takes nothing else; the body is also sent as it is, over TLS, and every key is used once',
      'packages/rails/src/simulator/airtel.ts': 'checks such a signature, as Airtel does',
    },
  },
  {
    does: 'pads with PKCS #1 v1.5',
    pattern: /RSA_PKCS1_PADDING/,
    example: 'publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, text)',
  },
  {
    does: 'trusts any certificate',
    pattern: /rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity|insecureHTTPParser/,
    example: 'const agent = { rejectUnauthorized: false }',
  },
  {
    does: 'opens a connection of its own',
    pattern:
      /(?<![\w.])fetch\(|call\.fetch\(|node:(?:https?|http2|tls|dgram|dns)\b|undici|XMLHttpRequest|sendBeacon|EventSource|\bWebSocket\b|RTCPeerConnection/,
    example: 'const page = await fetch(input.url)',
    except: {
      'packages/mpesa/src/exchange.ts': 'calls the one address of the configuration',
      'packages/sms/src/transport.ts': 'calls the one address of the configuration',
      'apps/server/src/webhooks/':
        'calls URLs that an owner entered, on the public internet only: every connection goes to a checked address',
      'packages/client/src/create-chuma-client.ts': 'calls the server that the caller names',
      'packages/client/src/cli/connect.ts': 'calls the server that the user is signed in to',
      'packages/client/src/cli/files.ts': 'reads long files from that server, piece by piece',
      'apps/web/src/ui/actions/download-button.tsx': 'fetches a file of this site',
      'apps/web/src/surveys/results/results-page.tsx': 'fetches a file of this site',
      'apps/web/src/live/open-stream.ts': 'follows the event stream of this site',
      'apps/web/src/worker/service-worker.ts': 'forwards the requests of this site',
      'apps/web/src/account/consent/consent.ts': 'tells this site which of its pages was opened',
      'apps/web/src/site/islands/wake-contact.ts': 'sends a message to this site',
      ...simulator,
    },
  },
  {
    does: 'makes a regular expression of data',
    pattern: /new RegExp\(|(?<![\w.])RegExp\(/,
    example: 'new RegExp(search)',
    except: {
      'packages/contract/src/to-csv.ts': 'joins constants',
      'packages/core/src/books/statements/read-bank.ts': 'joins constants',
      'packages/db/src/distribution/find-obstacles.ts':
        'the names of our own tables, constants and functions, in a test',
      'packages/db/src/embedded/supervise.ts': 'joins two constants',
      'packages/db/src/schema/render-types.ts': 'the names of our own columns, when types are generated',
      'apps/server/src/openapi/examples.ts': 'the patterns of our own schemas, once at start',
      'apps/server/src/plugins/site.ts': 'the addresses of our own pages, once at start',
      'apps/web/src/worker/service-worker.ts': 'the same addresses, from the build',
      'apps/server/src/plugins/answer-other-methods.ts': 'the addresses of our own routes, once at start',
    },
  },
  {
    does: 'takes a file from a caller',
    pattern: /fastify\/multipart|busboy|multer|createWriteStream/,
    example: "import multipart from '@fastify/multipart'",
    except: { 'packages/db/src/backup/write-backup.ts': 'writes where the operator says, on their machine' },
  },
  {
    does: 'writes a spreadsheet',
    pattern: /text\/csv|\.csv\b|spreadsheetml/,
    example: "reply.type('text/csv')",
    except: writersOfSpreadsheets,
  },
]
