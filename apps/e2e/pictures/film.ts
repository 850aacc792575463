import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { SHOWN_PICTURES } from './places.ts'
import { settle, takeWebp } from './take-pictures.ts'

type Size = { width: number; height: number }
type Frame = { picture: Buffer; ms: number }

/** A moving picture in the docs: `add` takes what is on screen as its next frame, `end` writes the file. */
export function startFilm(name: string, size: Size) {
  const frames: Frame[] = []
  return {
    /** Once the page stands still; the frame is shown for `ms`. */
    add: async (page: Page, ms = 1500) => {
      await settle(page)
      frames.push({ picture: await takeWebp(page), ms })
    },
    end: () => {
      mkdirSync(SHOWN_PICTURES, { recursive: true })
      writeFileSync(path.join(SHOWN_PICTURES, `${name}.webp`), joinFrames(frames, size))
    },
  }
}

/** An animated WebP that repeats for ever: the browser encodes the frames, and this is the container around them (RFC 9649). */
function joinFrames(frames: readonly Frame[], size: Size): Buffer {
  const canvas = [uint24(size.width - 1), uint24(size.height - 1)]
  const HAS_ANIMATION = 2
  const header = chunk('VP8X', Buffer.of(HAS_ANIMATION, 0, 0, 0), ...canvas)
  const REPEATS_FOR_EVER = 0
  const animation = chunk('ANIM', Buffer.alloc(4), Buffer.of(REPEATS_FOR_EVER, 0))
  const REPLACES_THE_LAST = 2
  const parts = frames.map(({ picture, ms }) =>
    chunk('ANMF', Buffer.alloc(6), ...canvas, uint24(ms), Buffer.of(REPLACES_THE_LAST), bitmapOf(picture)),
  )
  return chunk('RIFF', Buffer.from('WEBP'), header, animation, ...parts)
}

/** The chunk of a still WebP that holds its pixels. */
function bitmapOf(webp: Buffer): Buffer {
  for (let at = 12; at < webp.length; ) {
    const length = webp.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (/^VP8[ L]$/.test(webp.toString('latin1', at, at + 4))) return webp.subarray(at, end)
    at = end
  }
  throw new Error('The picture has no pixels')
}

function chunk(name: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3)
  bytes.writeUIntLE(value, 0, 3)
  return bytes
}
