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

/**
 * Numbers of the specification that no call gives, and why. It names the numbers of its errors without their meanings:
 * each rule that we have got one of them, and what is left over means nothing here.
 */
export const ungivenNumbers: Readonly<
  Record<string, readonly { numbers: readonly [from: string, to: string]; why: string }[]>
> = {
  employees: [
    {
      numbers: ['00002', '00002'],
      why: 'A missing field is SYSTEM_API_PARAMETER_REQUIRED, as in every area; it names the field.',
    },
    {
      numbers: ['00004', '00004'],
      why: 'Somebody who is out of reach or does not exist is NOT_FOUND, as in every area.',
    },
    {
      numbers: ['00217', '00217'],
      why: 'A missing right is SYSTEM_ACTION_NOT_GRANTED, as in every area.',
    },
    { numbers: ['05040', '05099'], why: 'Each rule of a field of the record has a number below these.' },
    {
      numbers: ['05114', '05127'],
      why: 'Each rule of profiles, filters and accounts has a number below these.',
    },
    {
      numbers: ['05134', '05139'],
      why: 'Each rule of a second person and of invitations has a number below these.',
    },
    { numbers: ['05141', '05142'], why: 'Each rule of a shut field has one of the numbers beside these.' },
    {
      numbers: ['20001', '20004'],
      why: 'A file of people is refused by the names of its import (IMPORT_…), which tell where the fault is.',
    },
    {
      numbers: ['50001', '50006'],
      why: 'A new employee is refused by the same rules of fields as a changed one (05005 to 05039).',
    },
    {
      numbers: ['50010', '50010'],
      why: 'A reactivation is refused by EMPLOYMENT_NOT_ENDED and REHIRE_BEFORE_END, and by the rules of fields.',
    },
    {
      numbers: ['50013', '50013'],
      why: 'A user name in use is USERNAME_TAKEN, or SIGN_IN_NAME_TAKEN where it is an id of somebody else.',
    },
    {
      numbers: ['50044', '50044'],
      why: 'An act under way is refused by the error of that act: INVITATIONS_UNDER_WAY, IMPORT_WRONG_STEP.',
    },
  ],
}
