/**
 * The numbers that belong to each area, from the specification's error groups. An area gives a number its meaning when
 * it is built. WRONG_CREDENTIALS keeps the specification's '401', which is a code and no HTTP status.
 */
export const codeRanges: Record<string, readonly (readonly [from: string, to: string])[]> = {
  session: [
    ['401', '401'],
    ['00018', '00018'],
    ['00607', '00607'],
    ['04744', '04744'],
  ],
  account: [
    ['00017', '00017'],
    ['00019', '00020'],
    ['00024', '00024'],
    ['00026', '00026'],
    ['00032', '00034'],
    ['00046', '00046'],
    ['00114', '00119'],
    ['00141', '00141'],
    ['00144', '00148'],
  ],
  employees: [
    ['00002', '00002'],
    ['00004', '00005'],
    ['00072', '00072'],
    ['00217', '00217'],
    ['05000', '05144'],
    ['20001', '20004'],
    ['50001', '50006'],
    ['50010', '50010'],
    ['50013', '50013'],
    ['50015', '50015'],
    ['50020', '50029'],
    ['50044', '50044'],
  ],
  folders: [['10001', '10061']],
  publishing: [
    ['4', '4'],
    ['268', '268'],
  ],
  uploads: [['04002', '04051']],
}
