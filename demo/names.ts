import type { DemoCountry } from './ids.ts'

/** Names that are usual in each country, of which the crowd of a company is made. */
interface Names {
  surnames: readonly string[]
  men: readonly string[]
  women: readonly string[]
  streets: readonly string[]
  banks: readonly (readonly [name: string, code: string])[]
}

const list = (words: string) => words.split(' · ')

export const names: Record<DemoCountry, Names> = {
  AR: {
    surnames: list(
      'Aguilar · Almada · Álvarez · Arce · Bazán · Bravo · Bustos · Cabrera · Cardozo · Castro · Coria · Correa · Díaz · Duarte · Espíndola · Farías · Fernández · Franco · Funes · Galeano · García · Godoy · Gómez · González · Guzmán · Herrera · Ibáñez · Leiva · Luna · Maldonado · Mansilla · Martínez · Medina · Mendoza · Molina · Moreno · Navarro · Núñez · Ojeda · Ortiz · Páez · Peralta · Pereyra · Ponce · Quinteros · Ramírez · Ríos · Rojas · Romero · Ruiz · Salinas · Sánchez · Soria · Suárez · Toledo · Vargas · Vázquez · Vega · Vera · Zárate',
    ),
    men: list(
      'Adrián · Alejandro · Braian · Claudio · Daniel · Darío · Emanuel · Ezequiel · Facundo · Fernando · Franco · Gabriel · Germán · Gustavo · Hugo · Iván · Javier · Leandro · Lucas · Marcos · Mario · Mauro · Maximiliano · Miguel · Nicolás · Osvaldo · Ricardo · Rubén · Santiago · Víctor',
    ),
    women: list(
      'Alejandra · Andrea · Antonella · Camila · Carolina · Cecilia · Daiana · Débora · Estefanía · Eugenia · Florencia · Gabriela · Graciela · Jésica · Julieta · Karina · Laura · Liliana · Luciana · Marcela · María José · Melina · Mónica · Natalia · Noelia · Patricia · Romina · Soledad · Vanesa · Yamila',
    ),
    streets: list(
      'San Martín · Belgrano · Rivadavia · Sarmiento · Mitre · Güemes · Las Heras · Ituzaingó · 9 de Julio',
    ),
    banks: [
      ['Banco Nación', '011'],
      ['Banco Galicia', '007'],
      ['Banco Provincia', '014'],
      ['Banco Macro', '285'],
      ['Santander', '072'],
    ],
  },
  BR: {
    surnames: list(
      'Almeida · Alves · Andrade · Araújo · Barbosa · Barros · Batista · Cardoso · Carvalho · Cavalcante · Conceição · Correia · Costa · Cunha · Dias · Fernandes · Ferreira · Fonseca · Freitas · Gomes · Gonçalves · Guimarães · Lima · Lopes · Machado · Magalhães · Martins · Melo · Mendes · Monteiro · Moreira · Nascimento · Nogueira · Oliveira · Pereira · Pinto · Ramos · Ribeiro · Rocha · Santana · Santos · Silva · Siqueira · Souza · Teixeira · Vieira',
    ),
    men: list(
      'Adriano · Anderson · André · Antônio · Bruno · Carlos · Cláudio · Davi · Diego · Edson · Eduardo · Fábio · Felipe · Gustavo · João · Jorge · José · Leandro · Luís · Marcelo · Mateus · Paulo · Rafael · Renato · Rodrigo · Sérgio · Thiago · Vinícius',
    ),
    women: list(
      'Adriana · Aline · Amanda · Ana · Beatriz · Camila · Cláudia · Cristina · Débora · Eliane · Fernanda · Gabriela · Isabela · Jéssica · Joana · Juliana · Larissa · Letícia · Luana · Márcia · Mônica · Natália · Patrícia · Rosângela · Simone · Tatiane · Vanessa · Vitória',
    ),
    streets: list(
      'Rua das Palmeiras · Avenida Brasil · Rua XV de Novembro · Rua Sete de Setembro · Avenida Getúlio Vargas · Rua São João · Rua Tiradentes',
    ),
    banks: [
      ['Banco do Brasil', '001'],
      ['Itaú', '341'],
      ['Bradesco', '237'],
      ['Caixa', '104'],
      ['Nubank', '260'],
    ],
  },
  CL: {
    surnames: list(
      'Acevedo · Aravena · Araya · Bravo · Bustamante · Cáceres · Carrasco · Castillo · Cifuentes · Contreras · Espinoza · Figueroa · Flores · Fuentes · Gallardo · Garrido · Henríquez · Hernández · Jara · Lagos · Leiva · Muñoz · Navarrete · Olivares · Orellana · Parra · Pizarro · Poblete · Quezada · Riquelme · Riveros · Sandoval · Sepúlveda · Soto · Tapia · Toro · Valdés · Valenzuela · Vergara · Vidal · Zúñiga',
    ),
    men: list(
      'Álvaro · Bastián · Benjamín · Camilo · Cristóbal · Eduardo · Esteban · Felipe · Francisco · Gonzalo · Ignacio · Jaime · José · Luis · Manuel · Marcelo · Mauricio · Nicolás · Patricio · Rodrigo · Sebastián · Tomás',
    ),
    women: list(
      'Antonia · Bárbara · Camila · Carla · Catalina · Claudia · Constanza · Daniela · Fernanda · Ignacia · Javiera · Macarena · Marcela · María Paz · Natalia · Pamela · Paola · Paulina · Rocío · Valentina · Verónica · Viviana',
    ),
    streets: list(
      "Avenida O'Higgins · Calle Prat · Calle Baquedano · Avenida Pedro de Valdivia · Calle Colo Colo · Calle Lautaro",
    ),
    banks: [
      ['BancoEstado', '012'],
      ['Banco de Chile', '001'],
      ['Banco Santander Chile', '037'],
      ['Bci', '016'],
    ],
  },
  MX: {
    surnames: list(
      'Aguilar Reyes · Álvarez Luna · Bautista Cruz · Cabrera Ríos · Campos Vega · Castañeda Mora · Cervantes Solís · Chávez Ortega · Contreras Rubio · Cortés Salazar · Cruz Medina · Delgado Ibarra · Díaz Romero · Domínguez Peña · Espinosa León · Estrada Gallegos · Flores Mejía · Fuentes Rosas · García Montes · Gómez Pineda · González Nava · Guerrero Lara · Gutiérrez Soto · Hernández Ávila · Jiménez Barrera · Juárez Téllez · López Zamora · Martínez Robles · Méndez Orozco · Morales Trejo · Navarro Quintero · Ortiz Valdez · Pérez Macías · Ramírez Cano · Ramos Villa · Rivera Tovar · Rodríguez Pacheco · Sánchez Ochoa · Torres Galindo · Vázquez Arias',
    ),
    men: list(
      'Alberto · Alejandro · Antonio · Arturo · Carlos · César · Eduardo · Enrique · Ernesto · Fernando · Gerardo · Héctor · Ismael · Javier · Jorge · José Luis · Juan · Luis · Manuel · Marco · Miguel · Raúl · Ricardo · Roberto · Sergio',
    ),
    women: list(
      'Adriana · Alejandra · Ana · Beatriz · Blanca · Carmen · Claudia · Cristina · Daniela · Elena · Fabiola · Gabriela · Guadalupe · Irma · Karla · Leticia · Lorena · Lucía · Margarita · María · Mónica · Norma · Patricia · Rosa · Sandra · Silvia · Verónica',
    ),
    streets: list(
      'Calle Juárez · Avenida Hidalgo · Calle Morelos · Avenida Vallarta · Calle Independencia · Calle Madero · Avenida Patria',
    ),
    banks: [
      ['BBVA México', '012'],
      ['Banamex', '002'],
      ['Banorte', '072'],
      ['Santander México', '014'],
    ],
  },
}
