/** 'Aguilar' of 'Aguilar, Carolina'. */
export function surnameOf(name: string): string {
  return name.split(',')[0] ?? name
}
