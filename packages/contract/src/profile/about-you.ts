import { option, type ProfileAttribute } from './attribute.ts'
import { COUNTIES } from './counties.ts'

export const ABOUT_YOU = {
  birth_year: {
    group: 'about_you',
    name: { en: 'Year of birth', sw: 'Mwaka wa kuzaliwa' },
    question: { en: 'In which year were you born?', sw: 'Ulizaliwa mwaka gani?' },
    purpose: {
      en: 'Most studies are for people of certain ages.',
      sw: 'Tafiti nyingi ni za watu wa umri fulani.',
    },
    kind: 'year',
    options: [],
    months: 120,
    isSpecial: false,
    partnerName: 'birth_year',
  },
  sex: {
    group: 'about_you',
    name: { en: 'Sex', sw: 'Jinsia' },
    question: { en: 'What is your sex?', sw: 'Jinsia yako ni ipi?' },
    purpose: {
      en: 'Studies ask women and men in the proportions of the population.',
      sw: 'Tafiti huuliza wanawake na wanaume kwa uwiano wa idadi ya watu nchini.',
    },
    kind: 'single',
    options: [
      option('female', 'Female', 'Mwanamke'),
      option('male', 'Male', 'Mwanaume'),
      option('intersex', 'Intersex', 'Mtu wa jinsia mbili'),
    ],
    months: 120,
    isSpecial: true,
    partnerName: 'gender',
  },
  county: {
    group: 'about_you',
    name: { en: 'County', sw: 'Kaunti' },
    question: { en: 'In which county do you live?', sw: 'Unaishi kaunti gani?' },
    purpose: {
      en: 'Some studies are about one part of the country.',
      sw: 'Tafiti nyingine ni za sehemu moja ya nchi.',
    },
    kind: 'single',
    options: COUNTIES,
    months: 12,
    isSpecial: false,
    partnerName: 'region',
  },
  settlement: {
    group: 'about_you',
    name: { en: 'Town or countryside', sw: 'Mjini au mashambani' },
    question: { en: 'Where do you live?', sw: 'Unaishi wapi?' },
    purpose: {
      en: 'Prices, roads and networks differ between towns and the countryside.',
      sw: 'Bei, barabara na mitandao hutofautiana kati ya mjini na mashambani.',
    },
    kind: 'single',
    options: [
      option('urban', 'In a city or town', 'Mjini'),
      option('rural', 'In the countryside', 'Mashambani'),
    ],
    months: 12,
    isSpecial: false,
    partnerName: 'settlement',
  },
  education: {
    group: 'about_you',
    name: { en: 'Education', sw: 'Elimu' },
    question: {
      en: 'What is the highest level of education you have completed?',
      sw: 'Umemaliza kiwango gani cha juu zaidi cha elimu?',
    },
    purpose: {
      en: 'So that answers come from people of every level of education.',
      sw: 'Ili majibu yatoke kwa watu wa kila kiwango cha elimu.',
    },
    kind: 'single',
    options: [
      option('none', 'None', 'Hakuna'),
      option('primary', 'Primary school', 'Shule ya msingi'),
      option('secondary', 'Secondary school', 'Shule ya upili'),
      option('certificate', 'Certificate or diploma', 'Cheti au diploma'),
      option('degree', 'University degree', 'Shahada ya chuo kikuu'),
    ],
    months: 24,
    isSpecial: false,
    partnerName: 'education',
  },
  languages: {
    group: 'about_you',
    name: { en: 'Languages', sw: 'Lugha' },
    question: { en: 'Which languages do you speak well?', sw: 'Unazungumza vizuri lugha zipi?' },
    purpose: {
      en: 'To send you studies in a language that you speak.',
      sw: 'Ili tukutumie tafiti kwa lugha unayoizungumza.',
    },
    kind: 'several',
    // A mother tongue can tell ethnic origin.
    isSpecial: true,
    options: [
      option('english', 'English', 'Kiingereza'),
      option('swahili', 'Swahili', 'Kiswahili'),
      option('kikuyu', 'Kikuyu', 'Kikuyu'),
      option('luo', 'Luo', 'Kiluo'),
      option('luhya', 'Luhya', 'Kiluhya'),
      option('kamba', 'Kamba', 'Kikamba'),
      option('kalenjin', 'Kalenjin', 'Kikalenjin'),
      option('somali', 'Somali', 'Kisomali'),
      option('other_language', 'Another', 'Nyingine'),
    ],
    months: 36,
    partnerName: 'languages',
  },
} as const satisfies Record<string, ProfileAttribute>
