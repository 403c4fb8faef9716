export const world = `
AE|Abu Dhabi|||Abou Dabi|Abu Dabi||أبوظبي
AE|Dubai|||Dubaï|Dubái||دبي
AE|Sharjah||Schardscha|Charjah|Sarja||الشارقة
AF|Kabul|||Kaboul||Cabul|كابل
AM|Yerevan||Jerewan|Erevan|Ereván|Erevan|يريفان
AO|Luanda||||||لواندا
AR|Buenos Aires||||||بوينس آيرس
AU|Brisbane||||||بريزبن
AU|Melbourne||||||ملبورن
AU|Perth||||||بيرث
AU|Sydney||||Sídney||سيدني
AZ|Baku|||Bakou|Bakú||باكو
BD|Dhaka|||Dacca|Daca|Daca|دكا
BR|Belo Horizonte||||||بيلو هوريزونتي
BR|Brasília|Brasilia||Brasilia|Brasilia||برازيليا
BR|Curitiba||||||كوريتيبا
BR|Fortaleza||||||فورتاليزا
BR|Porto Alegre||||||بورتو أليغري
BR|Recife||||||ريسيفي
BR|Rio de Janeiro||||Río de Janeiro||ريو دي جانيرو
BR|Salvador||||||سلفادور
BR|São Paulo||||||ساو باولو
CA|Montréal|Montreal|Montreal||Montreal|Montreal|مونتريال
CA|Ottawa||||||أوتاوا
CA|Québec|Quebec City|||Quebec|Quebec|كيبيك
CA|Toronto||||||تورونتو
CA|Vancouver||||||فانكوفر
CD|Kinshasa||||Kinsasa||كينشاسا
CI|Abidjan||||Abiyán||أبيدجان
CL|Santiago||Santiago de Chile||Santiago de Chile||سانتياغو
CN|Beijing||Peking|Pékin|Pekín|Pequim|بكين
CN|Guangzhou||||Cantón|Cantão|غوانغتشو
CN|Shanghai||||Shanghái|Xangai|شنغهاي
CN|Shenzhen||||||شنجن
CO|Bogotá|||Bogota|||بوغوتا
CO|Medellín|||Medellin|||ميديلين
CU|Havana||Havanna|La Havane|La Habana||هافانا
DO|Santo Domingo|||Saint-Domingue|||سانتو دومينغو
DZ|Algiers||Algier|Alger|Argel|Argel|الجزائر
DZ|Oran||||Orán|Orã|وهران
EC|Quito||||||كيتو
EG|Alexandria|||Alexandrie|Alejandría||الإسكندرية
EG|Cairo||Kairo|Le Caire|El Cairo||القاهرة
EG|Giza||Gizeh|Gizeh|Guiza|Gizé|الجيزة
ET|Addis Ababa||Addis Abeba|Addis-Abeba|Adís Abeba|Adis Abeba|أديس أبابا
GE|Tbilisi||Tiflis|Tbilissi|Tiflis||تبليسي
GH|Accra||||Acra|Acra|أكرا
HK|Hong Kong||Hongkong||||هونغ كونغ
ID|Jakarta||||Yakarta|Jacarta|جاكرتا
IL|Haifa|||Haïfa|||حيفا
IL|Jerusalem|||Jérusalem|Jerusalén|Jerusalém|القدس
IL|Tel Aviv|||Tel-Aviv|||تل أبيب
IN|Bengaluru|Bangalore|Bangalore|Bangalore|Bangalore|Bangalore|بنغالور
IN|Chennai||||||تشيناي
IN|Delhi||||||دلهي
IN|Kolkata||Kalkutta|Calcutta|Calcuta|Calcutá|كولكاتا
IN|Mumbai||||Bombay||مومباي
IN|New Delhi||Neu-Delhi||Nueva Delhi|Nova Délhi|نيودلهي
IQ|Baghdad||Bagdad|Bagdad|Bagdad|Bagdá|بغداد
IQ|Basrah|Basra|Basra|Bassorah|Basora|Basra|البصرة
IQ|Mosul||Mossul|Mossoul||Mossul|الموصل
IR|Isfahan|||Ispahan|Isfahán||أصفهان
IR|Tehran||Teheran|Téhéran|Teherán|Teerã|طهران
JO|Amman||||Amán|Amã|عمّان
JP|Kyoto||||Kioto|Quioto|كيوتو
JP|Osaka||||||أوساكا
JP|Tokyo||Tokio||Tokio|Tóquio|طوكيو
KE|Nairobi|||||Nairóbi|نيروبي
KR|Busan||||||بوسان
KR|Seoul|||Séoul|Seúl|Seul|سول
KW|Kuwait City||Kuwait-Stadt|Koweït|Kuwait|Cidade do Kuwait|مدينة الكويت
KZ|Astana||||Astaná|Astana|أستانا
LB|Beirut|||Beyrouth||Beirute|بيروت
LY|Tripoli||Tripolis||Trípoli|Trípoli|طرابلس
MA|Casablanca||||||الدار البيضاء
MA|Fes|Fez||Fès|Fez|Fez|فاس
MA|Marrakesh||Marrakesch|Marrakech|Marrakech|Marrakech|مراكش
MA|Rabat||||||الرباط
MA|Tangier||Tanger|Tanger|Tánger|Tânger|طنجة
MX|Mexico City||Mexiko-Stadt|Mexico|Ciudad de México|Cidade do México|مدينة مكسيكو
MY|Kuala Lumpur||||||كوالالمبور
NG|Lagos||||||لاغوس
NP|Kathmandu|||Katmandou|Katmandú|Catmandu|كاتماندو
NZ|Auckland||||||أوكلاند
OM|Muscat||Maskat|Mascate|Mascate|Mascate|مسقط
PE|Lima||||||ليما
PH|Manila|||Manille|||مانيلا
PK|Karachi||||||كراتشي
PS|Gaza||||||غزة
PY|Asunción|||Asuncion||Assunção|أسونسيون
QA|Doha||||||الدوحة
SA|Jeddah||Dschidda|Djeddah|Yeda|Jidá|جدة
SA|Makkah|Mecca|Mekka|La Mecque|La Meca|Meca|مكة المكرمة
SA|Madinah|Medina|Medina|Médine|Medina|Medina|المدينة المنورة
SA|Riyadh||Riad|Riyad|Riad|Riad|الرياض
SD|Khartoum||Khartum||Jartum|Cartum|الخرطوم
SG|Singapore||Singapur|Singapour|Singapur|Singapura|سنغافورة
SN|Dakar||||||داكار
SY|Aleppo|||Alep|Alepo|Alepo|حلب
SY|Damascus||Damaskus|Damas|Damasco|Damasco|دمشق
TH|Bangkok||||||بانكوك
TN|Tunis||||Túnez|Túnis|تونس
TW|Taipei||Taipeh||Taipéi|Taipé|تايبيه
US-GA|Atlanta||||||أتلانتا
US-MA|Boston||||||بوسطن
US-IL|Chicago||||||شيكاغو
US-TX|Dallas||||||دالاس
US-CO|Denver||||||دنفر
US-MI|Detroit||||||ديترويت
US-TX|Houston||||||هيوستن
US-NV|Las Vegas||||||لاس فيغاس
US-CA|Los Angeles||||Los Ángeles||لوس أنجلوس
US-FL|Miami||||||ميامي
US-LA|New Orleans|||La Nouvelle-Orléans|Nueva Orleans|Nova Orleans|نيو أورلينز
US-NY|New York City|New York|New York|New York|Nueva York|Nova York|نيويورك
US-PA|Philadelphia|||Philadelphie|Filadelfia|Filadélfia|فيلادلفيا
US-AZ|Phoenix||||||فينيكس
US-CA|San Diego||||||سان دييغو
US-CA|San Francisco||||||سان فرانسيسكو
US-WA|Seattle||||||سياتل
US-DC|Washington|Washington, D.C.|||||واشنطن
UY|Montevideo|||||Montevidéu|مونتيفيديو
UZ|Tashkent||Taschkent|Tachkent|Taskent||طشقند
VE|Caracas||||||كاراكاس
VN|Hanoi|||Hanoï|Hanói|Hanói|هانوي
VN|Ho Chi Minh City||Ho-Chi-Minh-Stadt|Hô Chi Minh-Ville|Ciudad Ho Chi Minh|Cidade de Ho Chi Minh|مدينة هو تشي منه
YE|Sanaa||||Saná|Saná|صنعاء
ZA|Cape Town||Kapstadt|Le Cap|Ciudad del Cabo|Cidade do Cabo|كيب تاون
ZA|Johannesburg||||Johannesburgo|Joanesburgo|جوهانسبرغ
ZA|Pretoria|||||Pretória|بريتوريا
`
