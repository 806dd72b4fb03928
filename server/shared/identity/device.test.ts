import { expect, test } from 'vitest'
import { deviceName, deviceType } from './device.ts'

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

test('a user agent that names the system or the browser alone is called by that', () => {
  expect(deviceName('(Windows NT 10.0; Win64; x64)', 'es')).toBe('Windows')
  expect(deviceName('Firefox/130.0', 'es')).toBe('Firefox')
})

test('the kind of machine is told from the user agent, and is null where it names none', () => {
  expect(deviceType(phone)).toBe('mobile')
  expect(deviceType('Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Version/17.5 Safari/604.1')).toBe('tablet')
  expect(deviceType('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0')).toBe('desktop')
  expect(deviceType('curl/8.1')).toBeNull()
  expect(deviceType(null)).toBeNull()
})

test('a user agent that names nothing gives no name', () => {
  expect(deviceName(null, 'es')).toBeNull()
  expect(deviceName('curl/8.1', 'es')).toBeNull()
  expect(deviceName('', 'es')).toBeNull()
})
