import { createHash } from 'node:crypto'
import { downloadDataset } from './commissioned-surveys.ts'

/** Download the data of a survey and name it, as the client's page does before it can be accepted. */
export async function downloadHash(
  deps: Parameters<typeof downloadDataset>[0],
  client: Parameters<typeof downloadDataset>[1],
  id: string,
): Promise<string> {
  return createHash('sha256')
    .update(await downloadDataset(deps, client, { id }))
    .digest('hex')
}
