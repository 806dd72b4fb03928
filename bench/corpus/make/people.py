"""Invented people of a payroll: the same for the same seed."""
import random
from dataclasses import dataclass, asdict
from . import ids

FIRST = ['María José', 'Íñigo', 'Lucía', 'José Luis', 'Ñusta', 'Sofía', 'Ramón', 'Agustín', 'Belén', 'Martín', 'Óscar', 'Inés',
         'Andrés', 'Verónica', 'Jesús', 'Noemí', 'Raúl', 'Mónica', 'Julián', 'Estefanía', 'Ximena', 'Tomás', 'Rocío', 'Ulises',
         'Celeste', 'Débora', 'Nicolás', 'Graciela', 'Hernán', 'Micaela', 'Joaquín', 'Paulina', 'Ángel', 'Zoe', 'Matías', 'Irene']
LAST = ['Ibáñez', 'Muñoz', 'De la Cruz', 'Peña', 'Fernández de la Torre', 'Quispe', 'Güemes', 'Del Río', 'Núñez', 'Ordóñez', 'Acuña',
        'San Martín', 'Pérez', 'Gómez', 'Sosa', 'Villagrán', 'Echeverría', "D'Angelo", 'Larrañaga', 'Yáñez', 'Cárdenas', 'Rojas',
        'Etchegaray', 'Ponce de León', 'Benítez', 'Ávila', 'Zúñiga', 'Mac Donald', 'Ferreyra', 'Toledo', 'Bustamante', 'Huamán']
FIRST_BR = ['João', 'Conceição', 'Antônio', 'Letícia', 'Luís Otávio', 'Fabíola', 'Caetano', 'Júlia', 'Rogério', 'Simone', 'Estêvão', 'Núbia',
            'Vinícius', 'Tainá', 'Joaquim', 'Iolanda', 'Márcio', 'Thaís', 'Gonçalo', 'Elza']
LAST_BR = ['da Silva', 'dos Santos', 'Gonçalves', 'Araújo', 'de Assunção', 'Magalhães', 'Brandão', 'do Nascimento', 'Falcão', 'Guimarães',
           'Sá e Benevides', 'Leitão', 'Simões', 'Conceição', 'Peixoto', 'Figueirêdo', 'Patrício', 'Esteves', 'Sant’Anna', 'Ximenes']
DOUBLE = ('CL', 'MX', 'PE', 'CO', 'CR', 'EC')


@dataclass
class Person:
    id: int
    cuil: str
    dni: str
    fileNumber: str
    firstName: str
    lastName: str
    state: str = 'active'
    alreadyPublished: bool = False

    @property
    def full(self):
        return f'{self.lastName}, {self.firstName}'


def identify(country, rng, first, last, used):
    """(cuil, dni) of somebody new."""
    while True:
        if country == 'AR':
            dni = str(rng.randrange(11_000_000, 46_999_999))
            pair = ids.cuil(rng.choice(('20', '27')), dni), dni
        elif country == 'BR':
            pair = ids.cpf(rng.randrange(10_000_000, 899_999_999)), str(rng.randrange(100_000_000, 499_999_999))
        elif country == 'CL':
            both = ids.rut(rng.randrange(8_000_000, 21_999_999))
            pair = both, both
        elif country == 'MX':
            born = f'{rng.randrange(60, 100):02d}{rng.randrange(1, 13):02d}{rng.randrange(1, 29):02d}'
            pair = ids.rfc(first, last, born, ids.homoclave(rng)), ids.nss(rng)
        elif country == 'PE':
            both = str(rng.randrange(10_000_000, 78_999_999))
            pair = both, both
        elif country == 'UY':
            both = ids.ci_uy(rng.randrange(1_200_000, 5_999_999))
            pair = both, both
        elif country == 'CO':
            both = str(rng.choice((rng.randrange(10_000_000, 99_999_999), rng.randrange(1_000_000_000, 1_199_999_999))))
            pair = both, both
        elif country == 'EC':
            both = ids.cedula_ec(f'{rng.randrange(1, 25):02d}{rng.randrange(0, 6)}{rng.randrange(100_000, 999_999)}')
            pair = both, both
        elif country == 'CR':
            both = f'{rng.randrange(1, 8)}{rng.randrange(100, 1700):04d}{rng.randrange(10, 999):04d}'
            pair = both, both
        else:
            both = str(rng.randrange(1_000_000, 9_999_999))
            pair = both, both
        if pair[0] not in used:
            used.add(pair[0])
            return pair


def crowd(country, count, rng):
    """`count` people; two with one surname stand beside each other (1 and 2), two with one whole name are the last two."""
    firsts, lasts = (FIRST_BR, LAST_BR) if country == 'BR' else (FIRST, LAST)
    used, people, names = set(), [], set()
    file_number = rng.randrange(100, 4000)
    for i in range(count):
        while True:
            first, last = rng.choice(firsts), rng.choice(lasts)
            if country in DOUBLE or (country == 'BR' and rng.random() < 0.5):
                last += ' ' + rng.choice([x for x in lasts if x != last])
            if i == 2:
                last = people[1].lastName
            if i == count - 1 and count > 3:
                first, last = people[-1].firstName, people[-1].lastName
                break
            if (first, last) not in names:
                break
        names.add((first, last))
        file_number += rng.randrange(1, 9)
        cuil, dni = identify(country, rng, first, last, used)
        people.append(Person(i + 1, cuil, dni, str(file_number), first, last))
    return people


def wire(person):
    return asdict(person)
