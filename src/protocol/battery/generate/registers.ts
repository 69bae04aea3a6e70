import type { Draw } from '../draw.js';

/** The vocabulary of one kind of corpus. All of it is invented. */
export interface Register {
  prefix: string;
  dateline: string;
  /** What the values are, for prompts. */
  quantity: string;
  items: readonly string[];
  /** Enough different values of one kind. */
  values(draw: Draw): string[];
  /** A document's title where an item gets its first value. */
  title(item: string): string;
  /** Titles that say nothing about items. */
  titles: readonly string[];
  states(item: string, value: string, from: string, first: boolean): string;
  short(item: string, value: string): string;
  filler: readonly string[];
}

/** Amounts with two decimals that differ from each other and from round figures. */
const amounts = (low: number, high: number) => (draw: Draw): string[] => {
  const seen = new Set<string>();
  while (seen.size < 400) seen.add(`${String(draw.between(low, high))}.${String(draw.between(11, 98))}`);
  return [...seen];
};

const tariffs: Register = {
  prefix: 'circular',
  dateline: 'Issued',
  quantity: 'rate per pallet and week, in euro',
  items: ['Amberhall', 'Birkmoor', 'Cotterby', 'Dunlin Quay', 'Eastrow', 'Fennholt', 'Garside', 'Harrowgate Yard', 'Inchfield', 'Jessop Lane', 'Kilnworth', 'Larkspur Dock', 'Millbrae', 'Northolme', 'Osterley Bank', 'Pellworth', 'Quarrington', 'Rushmere', 'Saltby', 'Thornwick', 'Ulverdale', 'Venn Street', 'Westerham Gate', 'Yarrowby'],
  values: amounts(11, 96),
  title: (item) => `Storage at ${item}`,
  titles: ['Notes from the site meeting', 'Gate hours and parking', 'Forklift service plan', 'Reminder on labels', 'Minutes of the works council', 'Winter clothing', 'Visitors and badges', 'Various small matters', 'Power supply of the cold rooms', 'Return of empty pallets'],
  states: (item, value, from, first) => (first ? `A pallet at ${item} is charged at ${value} euro a week from ${from}.` : `From ${from}, ${item} bills ${value} euro for each pallet and week.`),
  short: (item, value) => `${item}: ${value} euro a week for a pallet.`,
  filler: ['The gate opens at half past five on weekdays.', 'Labels have to face the aisle.', 'The scale in hall two is checked every spring.', 'Drivers register at the window before they unload.', 'Broken pallets are stacked behind the workshop.', 'The sprinkler tank is filled by the town.', 'Badges are returned when a contract ends.', 'Cold rooms are opened for no longer than ten minutes.', 'The canteen closes between the years.', 'Forklift keys are handed over in person.', 'Photographs of damage go into the shipment record.', 'Snow is cleared by the neighbouring firm.'],
};

const leases: Register = {
  prefix: 'letter',
  dateline: 'Dated',
  quantity: 'monthly rent, in euro',
  items: ['Unit A-04', 'Unit A-11', 'Unit B-02', 'Unit B-07', 'Unit B-15', 'Unit C-01', 'Unit C-09', 'Unit C-12', 'Unit D-03', 'Unit D-08', 'Unit D-14', 'Unit E-05', 'Unit E-06', 'Unit E-10', 'Unit F-13', 'Unit F-16', 'Unit G-17', 'Unit G-18', 'Unit H-19', 'Unit H-20', 'Unit J-21', 'Unit J-22', 'Unit K-23', 'Unit K-24'],
  values: amounts(610, 2480),
  title: (item) => `Tenancy of ${item}`,
  titles: ['Annual letter to the tenants', 'Lift and stairwell', 'Heating season', 'House rules, additions', 'Bicycle cellar', 'Window cleaning', 'Change of the caretaker', 'Deliveries and loading bay', 'Waste and recycling', 'Insurance of the building'],
  states: (item, value, from, first) => (first ? `The rent of ${item} is ${value} euro a month, payable from ${from}.` : `As agreed on the telephone, ${item} pays ${value} euro a month starting ${from}.`),
  short: (item, value) => `${item} pays ${value} euro a month.`,
  filler: ['The lift is inspected in the second week of each quarter.', 'Bicycles without a tag are removed from the cellar.', 'The boiler was serviced without findings.', 'Post boxes are labelled by the caretaker only.', 'Deliveries use the rear entrance.', 'Windows above the second floor are cleaned from a platform.', 'The caretaker can be reached in the mornings.', 'Paper bins are emptied on Thursdays.', 'The insurer asks for photographs of every claim.', 'Loading bay two stays free for the bakery.', 'Heating is switched to night mode at eleven.', 'Keys are copied on a written order only.'],
};

const devices: Register = {
  prefix: 'bulletin',
  dateline: 'Released',
  quantity: 'alarm limit, in millibar',
  items: ['pump P-201', 'pump P-202', 'pump P-305', 'pump P-310', 'valve V-114', 'valve V-120', 'valve V-231', 'filter F-09', 'filter F-12', 'filter F-31', 'mixer M-02', 'mixer M-07', 'dryer D-41', 'dryer D-44', 'boiler B-03', 'boiler B-06', 'cooler C-51', 'cooler C-58', 'tank T-70', 'tank T-77', 'fan N-15', 'fan N-18', 'press R-22', 'press R-29'],
  values: amounts(210, 940),
  title: (item) => `Commissioning of ${item}`,
  titles: ['Maintenance window', 'Lubricants', 'Spare parts on stock', 'Shift handover', 'Calibration round', 'Cable routes', 'Cleaning agents', 'Findings of the walk-down', 'Software of the control room', 'Contractors on site'],
  states: (item, value, from, first) => (first ? `The alarm limit of ${item} is set to ${value} millibar with effect from ${from}.` : `After the vibration survey ${item} alarms at ${value} millibar, effective ${from}.`),
  short: (item, value) => `${item} alarms at ${value} millibar.`,
  filler: ['Oil samples are sent to the laboratory every second month.', 'The spare seal kit is in rack nine.', 'Torque wrenches are calibrated by the maker.', 'Contractors sign in at the control room.', 'The cable tray above line two is full.', 'Cleaning agents are stored behind the grid.', 'Handover takes place at the board, not by telephone.', 'The control room software was restarted without loss.', 'Gaskets of the old type are used up first.', 'The walk-down found one missing cover.', 'Hoses are marked with their year.', 'Night shift reads the meters at two.'],
};

export const REGISTERS = { tariffs, leases, devices } as const;
