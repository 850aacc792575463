import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractYoutubeId } from './extract-youtube-id.ts'

const ID = 'aqz-KE-bpKQ'

test.each([
  `https://www.youtube.com/watch?v=${ID}`,
  `http://youtube.com/watch?v=${ID}`,
  `https://m.youtube.com/watch?v=${ID}&t=42s`,
  `https://music.youtube.com/watch?list=RD1&v=${ID}`,
  `https://www.youtube.com/watch/?v=${ID}#t=1`,
  `https://www.youtube.com/watch/${ID}`,
  `HTTPS://WWW.YouTube.com/watch?v=${ID}`,
  `www.youtube.com/watch?v=${ID}`,
  `youtube.com/watch?v=${ID}`,
  `  https://youtu.be/${ID}  `,
  `https://youtu.be/${ID}?si=Ab_1&t=3`,
  `youtu.be/${ID}/`,
  `https://www.youtube.com/embed/${ID}?rel=0`,
  `https://www.youtube-nocookie.com/embed/${ID}`,
  `https://www.youtube.com/shorts/${ID}`,
  `https://www.youtube.com/live/${ID}?feature=share`,
  `https://www.youtube.com/v/${ID}`,
  `https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${ID}%26feature%3Dshare`,
])('the video is found in %s', (address) => {
  expect(extractYoutubeId(address)).toBe(ID)
})

test.each([
  '',
  ID,
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=',
  'https://www.youtube.com/watch?v=tooshort',
  `https://www.youtube.com/watch?v=${ID}x`,
  'https://www.youtube.com/watch?v=aqz-KE"onlo',
  'https://www.youtube.com/@blender',
  'https://www.youtube.com/playlist?list=PL1',
  `https://www.youtube.com.evil.example/watch?v=${ID}`,
  `https://evil-youtube.com/watch?v=${ID}`,
  `https://youtube.com@evil.example/watch?v=${ID}`,
  `https://evil.example/?https://youtu.be/${ID}`,
  `https://youtu.be.evil.example/${ID}`,
  `https://youtube.com:8443/watch?v=${ID}`,
  `https://vimeo.com/${ID}`,
  `javascript:alert(1)//youtu.be/${ID}`,
  `data:text/html,youtu.be/${ID}`,
  `//youtu.be/${ID}`,
  `ftp://youtube.com/watch?v=${ID}`,
])('no video is found in %j', (address) => {
  expect(extractYoutubeId(address)).toBeNull()
})

const videoId = fc.stringMatching(/^[A-Za-z0-9_-]{11}$/)
const shape = fc.constantFrom<(id: string) => string>(
  (id) => `https://www.youtube.com/watch?v=${id}`,
  (id) => `youtube.com/watch?feature=share&v=${id}`,
  (id) => `https://youtu.be/${id}?t=1`,
  (id) => `https://m.youtube.com/shorts/${id}`,
  (id) => `https://www.youtube-nocookie.com/embed/${id}`,
)

test('every id is extracted unchanged from every form of address', () => {
  fc.assert(
    fc.property(videoId, shape, (id, write) => {
      expect(extractYoutubeId(write(id))).toBe(id)
    }),
  )
})

test('any text gives an id or null', () => {
  const any = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withQueryParameters: true }),
    fc.tuple(shape, fc.string()).map(([write, text]) => write(text)),
  )
  fc.assert(
    fc.property(any, (address) => {
      expect(extractYoutubeId(address) ?? ID).toMatch(/^[A-Za-z0-9_-]{11}$/)
    }),
    { numRuns: 5000 },
  )
})
