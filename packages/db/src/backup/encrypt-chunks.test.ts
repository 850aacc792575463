import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { BackupError, decryptChunks, encryptChunks, isEncrypted, PREFIX_BYTES } from './encrypt-chunks.ts'

const keyOf = (id: string) => ({
  id,
  derive: (salt: Buffer) => createHmac('sha256', id).update(salt).digest(),
})
const key = keyOf('0123456789ab')
const FRAME = 4 + 64 * 1024 + 16

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function gather(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const gathered: Buffer[] = []
  for await (const chunk of chunks) gathered.push(chunk)
  return Buffer.concat(gathered)
}
const encrypt = (text: Buffer, size = 10_000) => gather(encryptChunks(cut(text, size), key))
const decrypt = (bytes: Buffer, keys = [key], size = 7777) => gather(decryptChunks(cut(bytes, size), keys))

const text = randomBytes(200_000)
const file = await encrypt(text)

test.each([0, 1, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 131_072])('%d bytes come back', async (length) => {
  const some = text.subarray(0, length)
  const encrypted = await encrypt(some)
  expect(isEncrypted(encrypted)).toBe(true)
  for (const size of [1000, 1_000_000]) expect(await decrypt(encrypted, [key], size)).toEqual(some)
})

test('two backups of the same text have nothing in common', async () => {
  const other = await encrypt(text)
  expect(other.subarray(PREFIX_BYTES + 4, PREFIX_BYTES + 1000)).not.toEqual(
    file.subarray(PREFIX_BYTES + 4, PREFIX_BYTES + 1000),
  )
})

test('a backup opens with its key among others, and names the key that is missing', async () => {
  const other = keyOf('ba9876543210')
  expect(await decrypt(file, [other, key])).toEqual(text)
  await expect(decrypt(file, [other])).rejects.toThrow(
    new BackupError(
      'the file is encrypted with the key 0123456789ab. Give that key as SECRETS_KEY, or among SECRETS_KEYS_OLD',
    ),
  )
  await expect(decrypt(file, [{ ...other, id: key.id }])).rejects.toThrow('was changed or is damaged')
})

const frames = [0, 1].map((at) => file.subarray(PREFIX_BYTES + at * FRAME, PREFIX_BYTES + (at + 1) * FRAME))
const [first, second] = frames as [Buffer, Buffer]
const rest = file.subarray(PREFIX_BYTES + 2 * FRAME)
const withFrames = (...replaced: Buffer[]) =>
  Buffer.concat([file.subarray(0, PREFIX_BYTES), ...replaced, rest])
const flip = (at: number, bit = 1) => {
  const changed = Buffer.from(file)
  changed[at] = (changed[at] ?? 0) ^ bit
  return changed
}
const end = file.lastIndexOf(rest.subarray(0, 4))

test.each<[string, Buffer, string]>([
  ['one bit of a text', flip(PREFIX_BYTES + 100), 'was changed'],
  ['one bit of a tag', flip(file.length - 1), 'was changed'],
  ['one bit of the salt', flip(PREFIX_BYTES - 1), 'was changed'],
  ['the first frame marked as the last', flip(PREFIX_BYTES, 0x80), 'was changed'],
  ['the last frame not marked', flip(end, 0x80), 'was changed'],
  ['two frames exchanged', withFrames(second, first), 'was changed'],
  ['a frame repeated', withFrames(first, first, second), 'was changed'],
  ['a frame taken out', withFrames(second), 'was changed'],
  ['everything after a frame cut off', file.subarray(0, PREFIX_BYTES + FRAME), 'ends before the backup does'],
  ['the last byte cut off', file.subarray(0, -1), 'ends before the backup does'],
  ['only the prefix left', file.subarray(0, PREFIX_BYTES), 'ends before the backup does'],
  ['a byte added', Buffer.concat([file, Buffer.alloc(1)]), 'more in the file'],
])('a backup with %s is refused', async (_what, changed, says) => {
  const refused = decrypt(changed)
  await expect(refused).rejects.toThrow(BackupError)
  await expect(refused).rejects.toThrow(says)
})

test('nothing that was not checked is passed on', async () => {
  const passed: Buffer[] = []
  const read = async () => {
    for await (const chunk of decryptChunks(cut(flip(PREFIX_BYTES + FRAME + 100), 5000), [key]))
      passed.push(chunk)
  }
  await expect(read()).rejects.toThrow(BackupError)
  expect(Buffer.concat(passed)).toEqual(text.subarray(0, 64 * 1024))
})
