import { expect, test } from 'vitest'
import type { ProcessDetail } from '#contract/processes/processes.ts'
import type { ProcessStep } from '#contract/processes/steps.ts'
import { stepsAhead, stepsBehind } from './steps.ts'

const process = (
  modo: ProcessDetail['modo'],
  pasos: readonly ProcessStep[],
  estado: ProcessDetail['estado'] = 'in_progress',
) => ({
  clase: 'massive' as const,
  modo,
  estado,
  pasos: pasos.map((paso, at) => ({ paso, desde: `2026-11-04T08:0${at}:00.000Z` })),
})

test('the steps ahead follow those passed, also where a step comes twice', () => {
  expect(stepsAhead(process('split_sign', ['uploaded', 'reading']))).toEqual(['preview', 'signing'])
  const out: ProcessStep[] = ['uploaded', 'reading', 'preview', 'publishing', 'waiting_upload']
  expect(stepsAhead(process('split', out))).toEqual(['reading', 'preview', 'publishing'])
  expect(stepsAhead(process('split', [...out, 'reading']))).toEqual(['preview', 'publishing'])
  expect(stepsAhead(process('sign', ['uploaded', 'reading', 'done'], 'cancelled'))).toEqual([])
})

test('waiting for a password doesn’t begin its step again', () => {
  const steps: ProcessStep[] = ['uploaded', 'reading', 'preview', 'signing', 'waiting_password', 'signing']
  expect(stepsAhead(process('split_sign', steps))).toEqual([])
})

test('a step ends when the next one begins', () => {
  const steps: ProcessStep[] = ['uploaded', 'reading', 'preview', 'publishing', 'waiting_upload', 'reading']
  const behind = stepsBehind(process('split', [...steps, 'preview']))
  expect(behind.map(({ paso, hasta, next, last }) => [paso, hasta.slice(11, 16), next, last])).toEqual([
    ['uploaded', '08:01', 'reading', true],
    ['reading', '08:02', 'preview', false],
    ['preview', '08:03', 'publishing', true],
    ['publishing', '08:04', 'waiting_upload', true],
    ['waiting_upload', '08:05', 'reading', true],
    ['reading', '08:06', 'preview', true],
  ])
})

test('the step at which a process was cancelled is not shown as done', () => {
  const given = process('sign', ['uploaded', 'reading', 'preview', 'done'], 'cancelled')
  expect(stepsBehind(given).map(({ paso }) => paso)).toEqual(['uploaded', 'reading'])
  const over = process('sign', ['uploaded', 'reading', 'preview', 'signing', 'done'], 'successful')
  expect(stepsBehind(over).map(({ paso }) => paso)).toEqual(['uploaded', 'reading', 'preview', 'signing'])
})
