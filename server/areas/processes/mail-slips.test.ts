import { describe, expect, test } from 'vitest'
import { causeOf } from '#server/shared/mail/causes.ts'
import { suggestedAddress } from './mail-slips.ts'

describe('the cause of a refused mail', () => {
  test.each([
    ['550 5.1.2 Bad destination system', 'dominio'],
    ['getaddrinfo ENOTFOUND mail.exmple.com', 'dominio'],
    ['552 5.2.2 Over quota', 'lleno'],
    ['The mailbox full', 'lleno'],
    ['550 5.1.1 The account', 'buzon'],
    ['550 5.1.3 Bad syntax', 'buzon'],
    ['550 5.1.6 Moved', 'buzon'],
    ['550 5.2.1 Inactive', 'buzon'],
    ['User unknown in local table', 'buzon'],
    ['550 Refused by policy', 'rechazado'],
    ['Refused: 5.7.1 policy', 'rechazado'],
    ['421 Try again later', 'sin_respuesta'],
    ['Connection timeout after 550 ms', 'sin_respuesta'],
    [null, 'sin_respuesta'],
  ])('of "%s" is %s', (reason, cause) => {
    expect(causeOf(reason)).toBe(cause)
  })
})

describe('the address that was probably meant', () => {
  test.each([
    ['ana@gmial.com', 'ana@gmail.com'],
    ['ana@gmal.com', 'ana@gmail.com'],
    ['ana@gmaill.com', 'ana@gmail.com'],
    ['ana@hotmail.con', 'ana@hotmail.com'],
    ['Ana.Paz@GMIAL.com', 'Ana.Paz@gmail.com'],
    // A known house, one that is like none, two slips, and no address.
    ['ana@gmail.com', null],
    ['ana@empresa.example', null],
    ['ana@gmali.con', null],
    ['@gmial.com', null],
  ])('of %s is %s', (typed, meant) => {
    expect(suggestedAddress(typed)).toBe(meant)
  })
})
