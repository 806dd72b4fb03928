import { expect, test } from 'vitest'
import { deviceName } from './device.ts'

const phone =
  'Mozilla/5.0 (Linux; Android 14; moto g54) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

test('a browser is called as people call it', () => {
  expect(deviceName(phone, 'es')).toBe('Chrome en Android')
  expect(deviceName(phone, 'pt')).toBe('Chrome no Android')
  expect(
    deviceName(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'es',
    ),
  ).toBe('Safari en iOS')
  expect(deviceName(phone.replace('Chrome', 'SamsungBrowser/22.0 Chrome'), 'es')).toBe(
    'Samsung Internet en Android',
  )
})

test('what names nothing is not guessed at', () => {
  expect(deviceName(null, 'es')).toBeNull()
  expect(deviceName('curl/8.1', 'es')).toBeNull()
  expect(deviceName('', 'es')).toBeNull()
})
