import { expect, test } from 'vitest'
import { deviceName, deviceType } from './device.ts'

const chrome =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

test('a user agent has a name in the viewer’s language and a kind of device', () => {
  expect(deviceName(chrome, 'es')).toBe('Chrome en Android')
  expect(deviceName(chrome, 'pt')).toBe('Chrome no Android')
  expect(deviceType(chrome)).toBe('mobile')
  expect([deviceName(null, 'es'), deviceType('')]).toEqual([null, null])
})

const ipad =
  'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

test.each([
  [chrome, 'mobile'],
  [ipad, 'tablet'],
  [windows, 'desktop'],
  ['curl/8.5.0', null],
])('%s is a device of its kind', (userAgent, kind) => expect(deviceType(userAgent)).toBe(kind))

test.each([
  ['X11; Linux x86_64', 'Linux'],
  ['curl/8.5.0', null],
])('a user agent with one half of the name is called by that half: %s', (userAgent, name) =>
  expect(deviceName(userAgent, 'es')).toBe(name),
)

const length = 100_000
/** Processor time in milliseconds; the first 300 characters take less than one. */
const most = 100
const signs = ['a', 'A', 'ñ', '1', ' ', '\t', '\n', '\0', ...'.,-/:;_()[]{}<>"\'#@*\\+=%&$|°']
const words = ['Mozilla/', 'Chrome/', 'Android ', 'Version/', 'Windows NT ', 'iPhone;', 'Opera Mini/', 'SM-']

test('a user agent of 100,000 equal characters takes under 100 ms of processor time', () => {
  const slow = [...signs, ...words].filter((sign) => {
    const text = sign.repeat(length / sign.length)
    const before = process.threadCpuUsage()
    deviceName(text, 'es')
    deviceType(text)
    deviceName(`${chrome} ${text}`, 'es')
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000 > most
  })
  expect(slow).toEqual([])
})

test('a user agent is cut after 300 characters', () => {
  expect(deviceName(`${' '.repeat(300)}${chrome}`, 'es')).toBeNull()
})
