/** Numbers of emergency services in most of the world, as they are dialed within a country. */
const services = [
  '112',
  '911',
  '999',
  '000',
  '100',
  '101',
  '102',
  '103',
  '108',
  '110',
  '118',
  '119',
  '190',
  '192',
  '193',
];

const pattern = new RegExp(`^\\+\\d{0,3}(${services.join('|')})$`);

/** Digits that no subscriber's number stays under, country code included. */
const shortest = 7;

/** True for the number of an emergency service behind a `+`; those without one are refused with their request. */
export function isEmergency(number: string): boolean {
  const digits = number.replace(/\D/g, '').length;
  return digits < shortest && pattern.test(number);
}
