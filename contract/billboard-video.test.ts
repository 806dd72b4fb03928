import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, playerOf, playerOrigins, videoOf } from './billboard-video.ts'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube:dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?t=10', 'youtube:dQw4w9WgXcQ'],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ&feature=share', 'youtube:dQw4w9WgXcQ'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'youtube:dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871', 'vimeo:76979871'],
])('%s is a video', (address, video) => {
  expect(videoOf(address)).toBe(video)
  expect(videoOf(addressOf(video))).toBe(video)
})

test.each([
  'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.example/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/../x',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL123',
  'https://www.youtube.com/playlist?list=PL123',
  'https://somebody@youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://vimeo.com/76979871/evil',
  'https://vimeo.com/channels/staffpicks',
  'javascript:alert(1)',
  'dQw4w9WgXcQ',
  '',
])('%s is none', (address) => {
  expect(videoOf(address)).toBeNull()
})

test('a player stands at one of the two origins, whatever was written', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), (address) => {
      const video = videoOf(address)
      const player = video && playerOf(video)
      return !player || playerOrigins.some((origin) => player.startsWith(`${origin}/`))
    }),
  )
})
