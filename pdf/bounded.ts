import { getHeapStatistics } from 'node:v8'
import { workerData } from 'node:worker_threads'
import type { Refusal } from './faults.ts'

/** A task of a worker: an exported function of a module, and its argument. */
export interface WorkerCall {
  /** The module's address. */
  module: string
  name: string
  request: unknown
}

/** Data shared with the pool: `memory` holds one number, the worker's memory in kB after its last task. */
export interface WorkerShare {
  memory: Int32Array
}

/**
 * Runs a task and stores the worker's memory, by which the pool retires workers. An error that the task throws is a
 * refusal of its document: one file must not end the work on many.
 */
export async function runBounded({ module, name, request }: WorkerCall): Promise<unknown> {
  const { memory } = workerData as WorkerShare
  const tasks = (await import(module)) as Record<string, (request: unknown) => unknown>
  try {
    return await tasks[name]?.(request)
  } catch (error) {
    return {
      ok: false,
      fault: 'failed',
      detail: `${name}: ${error instanceof Error ? error.stack : String(error)}`,
    } satisfies Refusal
  } finally {
    // Memory outside the heap includes PDFium's, and excludes the shared bytes of a source.
    const { total_physical_size: heap, external_memory: outside } = getHeapStatistics()
    Atomics.store(memory, 0, Math.ceil((heap + outside) / 1024))
  }
}
