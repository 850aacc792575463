import { option, type ProfileAttribute } from './attribute.ts'

export const HOUSEHOLD = {
  household_size: {
    group: 'household',
    name: { en: 'People in the household', sw: 'Watu katika kaya' },
    question: {
      en: 'How many people live in your household, with you?',
      sw: 'Watu wangapi wanaishi katika kaya yako, ukiwemo wewe?',
    },
    purpose: {
      en: 'What a household buys depends on how many live in it.',
      sw: 'Kile kaya inanunua hutegemea idadi ya watu wanaoishi humo.',
    },
    kind: 'single',
    options: [
      option('people_1', '1', '1'),
      option('people_2', '2', '2'),
      option('people_3', '3', '3'),
      option('people_4', '4', '4'),
      option('people_5', '5', '5'),
      option('people_6_plus', '6 or more', '6 au zaidi'),
    ],
    months: 12,
    isSpecial: false,
    partnerName: 'household_size',
  },
  children: {
    group: 'household',
    name: { en: 'Children at home', sw: 'Watoto nyumbani' },
    question: {
      en: 'How many children under 18 live in your household?',
      sw: 'Watoto wangapi walio chini ya miaka 18 wanaishi katika kaya yako?',
    },
    purpose: { en: 'Some studies are for parents.', sw: 'Tafiti nyingine ni za wazazi.' },
    kind: 'single',
    options: [
      option('children_0', 'None', 'Hakuna'),
      option('children_1', '1', '1'),
      option('children_2', '2', '2'),
      option('children_3_plus', '3 or more', '3 au zaidi'),
    ],
    months: 12,
    isSpecial: true,
    partnerName: 'children',
  },
  money: {
    group: 'household',
    name: { en: 'Money services', sw: 'Huduma za pesa' },
    question: { en: 'Which of these do you use?', sw: 'Unatumia ipi kati ya hizi?' },
    purpose: {
      en: 'Banks and mobile money services ask the people who use them.',
      sw: 'Benki na huduma za pesa kwa simu huwauliza watu wanaozitumia.',
    },
    kind: 'several',
    options: [
      option('bank', 'A bank account', 'Akaunti ya benki'),
      option('sacco', 'A SACCO', 'SACCO'),
      option('mobile_money', 'Mobile money', 'Pesa kwa simu'),
      option('chama', 'A chama', 'Chama'),
      option('no_money_service', 'None of these', 'Hakuna kati ya hizi'),
    ],
    months: 12,
    isSpecial: false,
    partnerName: 'money',
  },
} as const satisfies Record<string, ProfileAttribute>
