import { request } from 'node:http'

type Answer = { status: number; text: string }
type Member = { name: string; role: string; state: string; lag?: number | string }

/** Read what the node at this address reports of itself and the others. */
export function createPatroni(host: string, port: number) {
  const call = (method: string, path: string, body?: object) => send({ host, port, method, path, body })
  return {
    listMembers: async (): Promise<Member[]> => {
      const { text } = await call('GET', '/cluster')
      return (JSON.parse(text) as { members: Member[] }).members
    },
    /** Whether it holds the leader lock, as the load balancer sees it. */
    isPrimary: async () => (await call('OPTIONS', '/primary')).status === 200,
    isSyncStandby: async () => (await call('OPTIONS', '/sync')).status === 200,
    change: async (config: object) => {
      const { status, text } = await call('PATCH', '/config', config)
      if (status !== 200) throw new Error(`Patroni refused ${JSON.stringify(config)}: ${text}`)
    },
    switchOver: async (leader: string, candidate: string) => {
      const { status, text } = await call('POST', '/switchover', { leader, candidate })
      if (status >= 300) throw new Error(`Patroni did not switch over: ${text}`)
    },
  }
}

type Call = { host: string; port: number; method: string; path: string; body?: object | undefined }

function send({ host, port, method, path, body }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timeout = method === 'POST' ? 60_000 : 2000
    const call = request({ host, port, method, path, timeout, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', reject)
    })
    call.on('timeout', () => call.destroy(new Error(`Patroni at ${host}:${port} does not answer`)))
    call.on('error', reject)
    call.end(body ? JSON.stringify(body) : undefined)
  })
}
