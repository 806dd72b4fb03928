import type { ApprovalKind } from '#contract/approvals.ts'

/** Kinds of approvals by which people approve what the company publishes. */
export const heldKinds: ApprovalKind[] = ['publication', 'single_publication']
