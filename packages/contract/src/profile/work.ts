import { option, type ProfileAttribute } from './attribute.ts'

export const WORK = {
  work: {
    group: 'work',
    name: { en: 'Work', sw: 'Kazi' },
    question: { en: 'What describes you best today?', sw: 'Ni nini kinachokueleza vizuri zaidi leo?' },
    purpose: {
      en: 'Some studies are for people with a job, others for students or people looking for work.',
      sw: 'Tafiti nyingine ni za watu wenye kazi, nyingine za wanafunzi au wanaotafuta kazi.',
    },
    kind: 'single',
    options: [
      option('employed', 'Employed', 'Nimeajiriwa'),
      option('self_employed', 'Self-employed', 'Nimejiajiri'),
      option('casual', 'Casual work', 'Kibarua'),
      option('farmer', 'Farming', 'Mkulima'),
      option('student', 'Student', 'Mwanafunzi'),
      option('at_home', 'Caring for home or family', 'Ninatunza nyumba au familia'),
      option('looking', 'Looking for work', 'Ninatafuta kazi'),
      option('retired', 'Retired', 'Nimestaafu'),
    ],
    months: 12,
    isSpecial: false,
    partnerName: 'employment',
  },
  occupation: {
    group: 'work',
    name: { en: 'Field of work', sw: 'Sekta ya kazi' },
    question: {
      en: 'In which field do you work or study?',
      sw: 'Unafanya kazi au kusoma katika sekta gani?',
    },
    purpose: {
      en: 'Some studies ask people who know a field, or leave them out.',
      sw: 'Tafiti nyingine huwauliza watu wanaojua sekta fulani, au huwaacha nje.',
    },
    kind: 'single',
    options: [
      option('agriculture', 'Agriculture', 'Kilimo'),
      option('trade', 'Trade', 'Biashara'),
      option('transport', 'Transport', 'Usafiri'),
      option('construction', 'Construction', 'Ujenzi'),
      option('manufacturing', 'Manufacturing', 'Viwanda'),
      option('education_field', 'Education', 'Elimu'),
      option('health', 'Health', 'Afya'),
      option('public_service', 'Public service', 'Utumishi wa umma'),
      option('finance', 'Finance', 'Fedha'),
      option('technology', 'Technology', 'Teknolojia'),
      option(
        'media_research',
        'Media, advertising or market research',
        'Habari, matangazo au utafiti wa soko',
      ),
      option('hospitality', 'Hotels and restaurants', 'Hoteli na mikahawa'),
      option('other_field', 'Another', 'Nyingine'),
    ],
    months: 12,
    isSpecial: false,
    partnerName: 'occupation',
  },
} as const satisfies Record<string, ProfileAttribute>
